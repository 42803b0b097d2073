import { type Kysely, sql } from "kysely";

/** Indexes all items again, because the words of titles changed: "C++" is one word, and a title has more initials. */
export async function up(untyped: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`select id from resource limit 1`.execute(untyped);
  if (rows.length === 0) return;
  const { rows: unfinished } = await sql`select name from setting where name = 'searchRebuild'`.execute(
    untyped,
  );
  if (unfinished.length === 0)
    await sql`insert into setting (name, value) values ('searchRebuild', '')`.execute(untyped);
  else await sql`update setting set value = '' where name = 'searchRebuild'`.execute(untyped);
  await sql`insert into job (id, kind, payload, lane, state, attempts, "runAt", "createdAt", "updatedAt")
    values ('search-rebuild-signs', 'rebuildSearch', '{}', 'index', 'queued', 0, 0, 0, 0)`.execute(untyped);
}
