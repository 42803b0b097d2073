import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { TABLE_OWNERS } from "../support/platform/table-owners.ts";

const server = join(import.meta.dirname, "../../src/server");

/** Files that copy whole databases. They write tables whose names they read from the database. */
const COPIES_WHOLE_DATABASES = ["operations/move/target.repo.ts"];

/** A name in SQL, also as `${sql.table("name")}`. A computed name is returned as it stands in the code. */
const NAME = String.raw`(?:"?(\w+)"?|\$\{\s*sql\.(?:table|ref|id)\(\s*["'](\w+)["']\s*\)\s*\}|(\$\{[^}]*\}))`;
const WRITES = [
  /\.\s*(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)(?:<[^>(]*>)?\(\s*(?:["'`](\w+)[^"'`]*["'`]|()([^)]*)\))/g,
  new RegExp(
    String.raw`\b(?:insert(?:\s+or\s+\w+)?|replace|merge)\s+into\s+${NAME}\s*(?:\(|as\b|default\b|select\b|values\b|using\b)`,
    "gi",
  ),
  new RegExp(String.raw`\bupdate\s+(?:only\s+)?${NAME}\s+(?:(?:as\s+)?\w+\s+)?set\b`, "gi"),
  new RegExp(String.raw`\bdelete\s+from\s+(?:only\s+)?${NAME}`, "gi"),
  new RegExp(String.raw`\btruncate\s+(?:table\s+)?${NAME}`, "gi"),
];

/** Returns the tables that code writes. A computed name is returned as it stands in the code. */
function writtenTables(code: string): string[] {
  const bare = code.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
  const found = WRITES.flatMap((pattern) =>
    [...bare.matchAll(pattern)].map(([, plain, typed, computed]) => plain ?? (typed || computed) ?? ""),
  );
  return [...new Set(found)];
}

/** Returns the tables that a file writes although another module owns them. @param path below src/server */
function foreignTables(path: string, code: string): string[] {
  const [module] = path.split("/");
  const owners: Readonly<Record<string, string>> = TABLE_OWNERS;
  return writtenTables(code)
    .filter((table) => owners[table] !== module)
    .map((table) => `${path} writes ${table} of ${owners[table] ?? "no module"}`);
}

test("a module writes only its own tables", () => {
  const files = globSync("**/*.ts", { cwd: server }).filter(
    (path) => !path.endsWith(".test.ts") && !path.startsWith("platform/db/migrations/"),
  );
  const foreign = files
    .filter((path) => !COPIES_WHOLE_DATABASES.includes(path))
    .flatMap((path) => foreignTables(path, readFileSync(join(server, path), "utf8")));
  expect(foreign.toSorted()).toEqual([]);
});

describe("the check of written tables", () => {
  const PLANTED = [
    'await trx.insertInto("resource").values(row).execute();',
    "await trx\n  .updateTable('resource as item')\n  .set({ status })",
    'trx.deleteFrom("resource").where("id", "=", id)',
    'trx.mergeInto("resource").using("change", "change.id", "resource.id")',
    "sql`insert into resource (id) values (${id})`",
    'sql`insert or replace into "resource" (id) values (${id})`',
    "sql`update resource set title = ${title}`",
    'sql`UPDATE "resource" AS item SET title = ${title}`',
    "sql`delete from resource where id = ${id}`",
    'sql`delete from ${sql.table("resource")} where id = ${id}`',
    "sql`truncate resource`",
  ];

  test.each(PLANTED)("finds a write of another module's table in %s", (code) => {
    const refusal = "people/accounts/planted.repo.ts writes resource of library";
    expect(foreignTables("people/accounts/planted.repo.ts", code)).toEqual([refusal]);
  });

  test.each(PLANTED)("accepts the write of a module's own table in %s", (code) => {
    expect(foreignTables("library/items/planted.repo.ts", code)).toEqual([]);
  });

  test.each(["trx.deleteFrom(table).execute()", "sql`update ${sql.table(table)} set year = 1`"])(
    "refuses a computed name in %s",
    (code) => {
      expect(foreignTables("library/items/planted.repo.ts", code)).toHaveLength(1);
    },
  );

  test("ignores reads, the update of an upsert, and comments", () => {
    const code = `
      // delete from resource where the file is gone
      /** insert into resource (id) */
      trx.selectFrom("resource").forUpdate();
      sql\`insert into "deskClaim" (id) values (1) on conflict (id) do update set "userId" = 1\``;
    expect(writtenTables(code)).toEqual(["deskClaim"]);
  });
});
