import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { plant } from "../support/platform/plant.ts";

const root = join(import.meta.dirname, "../..");
const READ = "export const port = process.env.PORT;";

/** Files that read the environment, which the rule must refuse. */
const PLANTED: Record<string, string> = {
  "src/server/plain.ts": READ,
  "src/server/computed.ts": `export const port = process["env"].PORT;`,
  "src/server/destructured.ts": `const { env } = process; export const port = env.PORT;`,
  "src/server/global.ts": `export const port = globalThis.process.env.PORT;`,
  "src/api/imported.ts": `import { env } from "node:process"; export const port = env.PORT;`,
  "src/web/bare.tsx": `import { env } from "process"; export const port = env.PORT;`,
  "src/shared/whole.ts": `export const names = Object.keys(process.env);`,
};
const EXEMPT = {
  "src/main.ts": READ,
  "src/config/env.ts": READ,
  "scripts/tool.mjs": READ,
  "lab/tool.ts": READ,
  "tests/some.test.ts": READ,
  "vite.config.ts": READ,
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "proshno-env-"));
  cpSync(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
  plant(folder, { ...PLANTED, ...EXEMPT });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("only src/main.ts and src/config/env.ts read the environment", () => {
  const linter = join(root, "node_modules/oxlint/bin/oxlint");
  const { stdout } = spawnSync(process.execPath, [linter, "--format=json"], {
    cwd: folder,
    encoding: "utf8",
  });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  const caught = diagnostics.filter(({ code }) => /no-restricted-(properties|imports)/.test(code));
  const files = new Set(caught.map(({ filename }) => filename.replaceAll("\\", "/")));
  expect([...files].toSorted()).toEqual(Object.keys(PLANTED).toSorted());
});
