import { type Kysely, sql } from "kysely";

/** Judges all text layers again, because an earlier release stored letters that their fonts mix up, and hidden text. */
export async function up(untyped: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`select sha256 from "pageText" where source = 'embedded' limit 1`.execute(
    untyped,
  );
  if (rows.length === 0) return;
  await sql`insert into job (id, kind, payload, lane, state, attempts, "runAt", "createdAt", "updatedAt")
    values ('judge-texts', 'judgeTexts', '{"after":""}', 'text', 'queued', 0, 0, 0, 0)`.execute(untyped);
}
