import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { migrations } from "./migrate.ts";

const FOLDER = join(import.meta.dirname, "migrations");

test("migrate.ts lists every migration in the folder of migrations under the name of its file", async () => {
  const files = readdirSync(FOLDER).filter((file) => /^\d{12}-.*(?<!\.test)\.ts$/.test(file));
  const modules = await Promise.all(
    files.map(async (file) => ({ file, ...((await import(join(FOLDER, file))) as { up?: unknown }) })),
  );
  // A dated file without `up` is a part of the migration before it.
  const found = modules.filter(({ up }) => up !== undefined);
  const unlisted = found.filter(({ file, up }) => migrations[file.replace(/\.ts$/, "")]?.up !== up);
  expect(
    unlisted.map(({ file }) => file),
    "List these files in src/server/platform/db/migrate.ts",
  ).toEqual([]);
  expect(found).toHaveLength(Object.keys(migrations).length);
});
