import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { migrations } from "./migrate.ts";
import { baseline } from "./migrations/baseline.ts";

const FOLDER = join(import.meta.dirname, "migrations");

test("migrate.ts lists every migration in the folder of migrations under the name of its file", async () => {
  const files = readdirSync(FOLDER).filter((file) => /^\d{12}-.*(?<!\.test)\.ts$/.test(file));
  const found = await Promise.all(
    files.map(async (file) => ({ file, ...((await import(join(FOLDER, file))) as { up: unknown }) })),
  );
  const unlisted = found.filter(({ file, up }) => migrations[file.replace(/\.ts$/, "")]?.up !== up);
  expect(
    unlisted.map(({ file }) => file),
    "List these files in src/server/platform/db/migrate.ts",
  ).toEqual([]);
  const names = Object.keys(migrations).filter((name) => !(name in baseline));
  expect(found.map(({ file }) => file)).toEqual(names.map((name) => `${name}.ts`));
});
