import { type Kysely, PostgresAdapter, sql } from "kysely";
import { universityId, universityNameKey } from "../../../../shared/courses/universities.ts";
import type { UniversityTables } from "../schema/university-tables.ts";
import { BANGLADESH_UNIVERSITIES } from "./bangladesh-universities.ts";

/**
 * Adds the universities of Bangladesh with their names. Items already refer to them: `resource.universityKey` holds the
 * id. The server maps the names that people typed, and adds the unknown ones (`reconcile` of the universities service).
 * Filters by university depend on these tables, so triggers announce changes under the topic `shared`, as in
 * `baseline/public-changes.ts`.
 */
export async function up(untyped: Kysely<unknown>): Promise<void> {
  const db = untyped as Kysely<UniversityTables>;
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await db.schema
    .createTable("university")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("banglaName", "text", (column) => column.notNull())
    .addColumn("isConfirmed", "integer", (column) => column.notNull())
    .addColumn("staleSince", "bigint")
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("updatedAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("universityName")
    .addColumn("key", "text", (column) => column.primaryKey().notNull())
    .addColumn("universityId", "text", (column) =>
      column.notNull().references("university.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("universityName_universityId")
    .on("universityName")
    .column("universityId")
    .execute();
  const at = Date.now();
  const all = BANGLADESH_UNIVERSITIES.trim().split("\n").map(parsed);
  const universities = all.map(({ name, banglaName }) => ({ id: universityId(name), name, banglaName }));
  // `staleSince` is set, because the items don't have the other names among their search words yet.
  const facts = { isConfirmed: 1, staleSince: at, createdAt: at, updatedAt: at };
  await db
    .insertInto("university")
    .values(universities.map((one) => ({ ...one, ...facts })))
    .execute();
  const names = all.flatMap(({ name, banglaName, otherNames }) =>
    [name, banglaName, ...otherNames]
      .filter((one) => one !== "")
      .map((one) => ({ key: universityNameKey(one), universityId: universityId(name), name: one })),
  );
  await db.insertInto("universityName").values(names).execute();
  for (const table of ["university", "universityName"]) await announce(db, table, isPostgres);
}

function parsed(line: string): { name: string; banglaName: string; otherNames: string[] } {
  const [name = "", banglaName = "", others = ""] = line.split("|").map((part) => part.trim());
  const otherNames = others.split(", ").filter((one) => one !== "");
  return {
    name,
    banglaName: banglaName.normalize("NFC"),
    otherNames: otherNames.map((one) => one.normalize("NFC")),
  };
}

async function announce(db: Kysely<UniversityTables>, table: string, isPostgres: boolean): Promise<void> {
  if (isPostgres)
    await sql
      .raw(
        `create function "${table}_public"() returns trigger language plpgsql as
          $$ begin perform pg_notify('proshno_changes', 'changed shared'); return null; end $$`,
      )
      .execute(db);
  for (const on of ["insert", "update", "delete"] as const) {
    const head = `create trigger "${table}_${on}_public" after ${on} on "${table}"`;
    const body = isPostgres
      ? `for each row execute function "${table}_public"()`
      : `begin insert into generation (topic, n) values ('shared', 1) on conflict (topic) do update set n = n + 1; end`;
    await sql.raw(`${head} ${body}`).execute(db);
  }
}
