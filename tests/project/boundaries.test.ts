import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plant } from "../support/platform/plant.ts";

const root = join(import.meta.dirname, "../..");
const CONFIG = ".dependency-cruiser.cjs";
/** The folders that `npm run boundaries` reads. */
const FOLDERS = ["src", "tests", "scripts", "lab"];
const cruiser = join(root, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");

interface Violation {
  rule: { name: string };
  from: string;
}

/** The modules of src/server and their folders, lowest first. */
const MODULES: Record<string, string[]> = {
  platform: ["db", "audit", "jobs", "limits", "mail"],
  files: ["rendering", "zips", "storage", "shrinking", "recognition"],
  people: ["auth", "accounts"],
  library: [
    "universities",
    "notices",
    "items",
    "courses",
    "changes",
    "search",
    "duplicates",
    "feedback",
    "publishing",
    "link-check",
    "drive-copies",
  ],
  contributing: ["piles", "transfer", "sample"],
  following: ["saved", "wanted", "follows"],
  moderating: ["trust", "desk", "moderation", "takedowns"],
  site: ["contact", "newsletter", "reviews"],
  operations: ["backup", "metrics", "move"],
};

/** The files that break each rule, each with one import; a file's name says what it imports. */
const PLANTED: Record<string, Record<string, string>> = {
  "no-circular": {
    "src/shared/circle/a.ts": `import { b } from "./b.ts"; export const a: number = b;`,
  },
  "no-unresolved": {
    "src/server/lost.ts": `import "./nowhere.ts";`,
    "src/server/lost-package.ts": `import "no-such-package";`,
  },
  "product-without-tests": {
    "src/server/uses-support.ts": `import "../../tests/support/page.ts";`,
    "src/server/uses-script.ts": `import "../../scripts/tool.ts";`,
    "src/server/uses-test.ts": `import "./sound.test.ts";`,
  },
  "nothing-imports-the-laboratory": {
    "src/server/uses-lab.ts": `import "../../lab/lib/tables.ts";`,
    "src/server/uses-lab.test.ts": `import "../../lab/lib/tables.ts";`,
    "tests/uses-lab.test.ts": `import "../lab/lib/tables.ts";`,
    "tests/support/uses-lab.ts": `import type { Table } from "../../lab/lib/tables.ts"; export type T = Table;`,
    "scripts/uses-lab.ts": `await import("../lab/lib/tables.ts");`,
  },
  "laboratory-imports-source-and-helpers": {
    "lab/search/uses-script.ts": `import "../../scripts/tool.ts";`,
    "lab/search/uses-test.ts": `import "../../tests/sound.test.ts";`,
    "lab/search/uses-test-of-source.ts": `import "../../src/server/sound.test.ts";`,
  },
  "scripts-without-tests": {
    "scripts/uses-support.ts": `import "../tests/support/page.ts";`,
    "scripts/uses-test.ts": `import "../src/server/sound.test.ts";`,
  },
  "tests-import-libraries-of-scripts": {
    "tests/uses-script.test.ts": `import "../scripts/tool.ts";`,
    "tests/support/uses-script.ts": `import "../../scripts/tool.ts";`,
    "src/server/uses-script.test.ts": `import "../../scripts/tool.ts";`,
  },
  "shared-runs-everywhere": {
    "src/shared/uses-node.ts": `import { join } from "node:path"; export const p = join;`,
    "src/shared/uses-bare-node.ts": `import { join } from "path"; export const p = join;`,
    "src/shared/uses-package.ts": `import { Hono } from "hono"; export const h = Hono;`,
    "src/shared/uses-server-type.ts": `import type { Item } from "../server/items.ts"; export type I = Item;`,
    "src/shared/uses-import-type.ts": `export type I = import("../server/items.ts").Item;`,
  },
  "server-imports-shared-alone": {
    "src/server/uses-api.ts": `import { app } from "../api/app.ts"; export const a = app;`,
    "src/server/uses-main.ts": `export const main = () => import("../main.ts");`,
    "src/server/uses-web.ts": `export { button } from "../web/ui/button.tsx";`,
  },
  ...plantedUpward(),
  "server-modules-by-index": {
    "src/server/uses-inside.ts": `import "./people/auth/auth.ts";`,
    "src/api/uses-inside.ts": `import "../server/people/auth/auth.ts";`,
    "src/process/uses-inside-type.ts": `export type { A } from "../server/people/auth/auth.ts";`,
    "src/cli/uses-inside.ts": `export const auth = () => import("../server/people/auth/auth.ts");`,
  },
  "server-modules-meet-by-index": {
    "src/server/site/contact/uses-inside.ts": `import type { A } from "../../people/auth/auth.ts"; export type T = A;`,
    "src/server/site/contact/uses-own-index.ts": `import "../index.ts";`,
  },
  "server-module-files-below-folders": {
    "src/server/people/uses-folder.ts": `import "./auth/auth.ts";`,
  },
  "file-readers-load-no-server": {
    "src/server/files/rendering/far-worker.ts": `import "./helper.ts";`,
  },
  "config-takes-types-alone": {
    "src/config/uses-api.ts": `import { app } from "../api/app.ts"; export const a = app;`,
    "src/config/uses-server.ts": `import "../server/platform/index.ts";`,
  },
  "process-above-all": {
    "src/config/uses-process.ts": `import type { P } from "../process/server.ts"; export type Q = P;`,
  },
  "api-imports-server-and-shared": {
    "src/api/uses-web.ts": `import { button } from "../web/ui/button.tsx"; export const b = button;`,
  },
  "env-read-by-main-alone": {
    "src/server/uses-env.ts": `import { env } from "../config/env.ts"; export const e = env;`,
    "src/api/uses-env.ts": `import { env } from "../config/env.ts"; export const e = env;`,
  },
  "ui-imports-shared-and-react": {
    "src/web/ui/uses-feature.tsx": `import { forum } from "../features/forum/forum.tsx"; export const f = forum;`,
    "src/web/ui/uses-router.tsx": `import { Link } from "react-router"; export const l = Link;`,
  },
  "features-stand-alone": {
    "src/web/features/list/uses-forum.tsx": `import { forum } from "../forum/forum.tsx"; export const f = forum;`,
    "src/web/features/forum/uses-prefix.tsx": `import { x } from "../forum-admin/x.tsx"; export const f = x;`,
  },
  "web-page-imports-lower-folders": {
    "src/web/page/uses-items.ts": `import { cover } from "../items/cover.tsx"; export const c = cover;`,
    "src/web/page/uses-addresses.ts": `import { href } from "../addresses/href.ts"; export const h = href;`,
  },
  "web-addresses-imports-lower-folders": {
    "src/web/addresses/uses-items.ts": `import { cover } from "../items/cover.tsx"; export const c = cover;`,
    "src/web/addresses/uses-island.ts": `import island from "../islands/suggest.ts"; export const i = island;`,
  },
  "web-islands-imports-lower-folders": {
    "src/web/islands/uses-items.ts": `import { cover } from "../items/cover.tsx"; export const c = cover;`,
  },
  "web-items-imports-lower-folders": {
    "src/web/items/uses-feature.tsx": `import { forum } from "../features/forum/forum.tsx"; export const f = forum;`,
    "src/web/items/uses-route.tsx": `import Home from "../routes/public/home.tsx"; export const h = Home;`,
  },
  "web-features-imports-lower-folders": {
    "src/web/features/forum/uses-route.tsx": `import Home from "../../routes/public/home.tsx"; export const h = Home;`,
    "src/web/features/forum/uses-root.tsx": `import Root from "../../root.tsx"; export const r = Root;`,
    "src/web/features/forum/uses-new-folder.tsx": `import { x } from "../../nowhere-yet/x.ts"; export const y = x;`,
  },
  "web-routes-imports-lower-folders": {
    "src/web/routes/public/uses-root.tsx": `import Root from "../../root.tsx"; export const r = Root;`,
  },
  "web-meets-server-in-context": {
    "src/web/routes/public/uses-server.tsx": `import { items } from "../../../server/items.ts"; export default items;`,
    "src/web/routes/public/uses-type.tsx": `import type { Item } from "../../../server/items.ts"; export type I = Item;`,
  },
  "web-context-takes-types": {
    // The compiler keeps an import that marks only its names as types; it removes an `import type`.
    "src/web/page/context.ts": `import { type Item, items } from "../../server/items.ts"; export type I = Item; export const i = items;`,
  },
  "web-without-api": {
    "src/web/routes/public/uses-api.tsx": `import type { app } from "../../../api/app.ts"; export type A = typeof app;`,
    "src/web/islands/uses-env.ts": `import type { env } from "../../config/env.ts"; export type E = typeof env;`,
  },
  "kysely-in-repos-alone": {
    "src/server/items/items.service.ts": `import { Kysely } from "kysely"; export const k = Kysely;`,
    "src/server/items/items.present.ts": `import type { Selectable } from "kysely"; export type S = Selectable<never>;`,
    "src/server/items/deep.ts": `import { jsonArrayFrom } from "kysely/helpers/postgres"; export const j = jsonArrayFrom;`,
    "src/api/items.repo.ts": `import { Kysely } from "kysely"; export const k = Kysely;`,
  },
  "auth-libraries-in-auth-alone": {
    "src/api/sessions.ts": `import { hash } from "@node-rs/argon2"; export const b = hash;`,
    "src/server/people/accounts/deep.ts": `import { verify } from "@node-rs/argon2"; export const a = verify;`,
    "src/server/auth.ts": `import "@node-rs/argon2";`,
  },
};

/** For each module and each folder except the highest, a file that imports the highest module or folder. */
function plantedUpward(): Record<string, Record<string, string>> {
  const planted: Record<string, Record<string, string>> = {};
  const names = Object.keys(MODULES);
  for (const [module, folders] of Object.entries(MODULES)) {
    if (module !== names.at(-1)) {
      planted[`server-${module}-imports-lower-modules`] = {
        [`src/server/${module}/uses-higher-module.ts`]: `import type { I } from "../${names.at(-1)}/index.ts"; export type T = I;`,
      };
    }
    for (const folder of folders.slice(0, -1)) {
      planted[`server-${module}-${folder}-imports-lower-folders`] = {
        [`src/server/${module}/${folder}/uses-higher-folder.ts`]: `import type { A } from "../${folders.at(-1)}/top.ts"; export type T = A;`,
      };
    }
  }
  return planted;
}

/** Files that break no rule, and the files that the planted ones import. */
const SOUND: Record<string, string> = {
  "src/shared/circle/a.ts": `export const a = 1;`,
  "src/shared/circle/b.ts": `import { a } from "./a.ts"; export const b: number = a;`,
  "src/main.ts": `import "./config/env.ts"; import "./api/app.ts"; import "./server/items.ts";`,
  "src/config/env.ts": `export const env = { port: 1 };`,
  "src/shared/words.ts": `import { z } from "zod"; export const word = z.string();`,
  "src/shared/words.test.ts": `import "vitest"; import "node:path"; import "../server/items.ts";`,
  "src/server/items.ts": `import "../shared/words.ts"; import "node:fs"; export interface Item {} export const items = 1;`,
  "src/server/settings.ts": `import type { env } from "../config/env.ts"; export type E = typeof env;`,
  "src/server/items/items.repo.ts": `import { Kysely } from "kysely"; export const k = Kysely;`,
  "src/server/platform/db/client.ts": `import { Kysely } from "kysely"; export const k = Kysely;`,
  "src/server/people/auth/auth.ts": `import "@node-rs/argon2"; export type A = 1;`,
  "src/server/people/index.ts": `import "./auth/auth.ts"; import "../platform/index.ts";`,
  "src/server/platform/index.ts": `import "./db/client.ts"; export interface I {}`,
  "src/server/site/index.ts": `import "../people/index.ts"; import "./reviews/top.ts"; export interface I {}`,
  "src/server/operations/index.ts": `import "../site/index.ts"; import "./move/top.ts"; export interface I {}`,
  "src/server/files/rendering/helper.ts": `import "../../platform/index.ts";`,
  ...Object.fromEntries(
    Object.entries(MODULES).map(([module, folders]) => [
      `src/server/${module}/${folders.at(-1)}/top.ts`,
      module === "platform" ? `export type A = 1;` : `import "../../platform/index.ts"; export type A = 1;`,
    ]),
  ),
  "src/process/server.ts": `import "../api/app.ts"; import "../server/people/index.ts"; import "../config/env.ts";`,
  "src/server/sound.test.ts": `import "../api/app.ts"; import "../../tests/support/page.ts"; import "kysely";`,
  "src/api/app.ts": `import { Hono } from "hono"; import "../server/items.ts"; export const app = Hono;`,
  "src/web/root.tsx": `export default 1;`,
  "src/web/ui/button.tsx": `import { useState } from "react"; import "../../shared/words.ts"; export const button = useState;`,
  "src/web/nowhere-yet/x.ts": `export const x = 1;`,
  "src/web/addresses/href.ts": `export const href = 1;`,
  "src/web/items/cover.tsx": `import "../ui/button.tsx"; import "../addresses/href.ts"; import "../islands/suggest.ts"; export const cover = 1;`,
  "src/web/features/forum/forum.tsx": `import "../../ui/button.tsx"; import "./thread.tsx"; import "../../items/cover.tsx"; export const forum = 1;`,
  "src/web/features/forum/thread.tsx": `import { Link } from "react-router"; export const link = Link;`,
  "src/web/features/forum-admin/x.tsx": `export const x = 1;`,
  "src/web/routes/public/home.tsx": `import type { Route } from "./+types/home.ts";
    import "../../features/forum/forum.tsx"; import island from "../../islands/suggest.ts?worker&url";
    export type A = Route.ComponentProps; export default island;`,
  "src/web/islands/suggest.ts": `import "../../shared/words.ts"; import "../ui/button.tsx"; export default 1;`,
  "tests/support/page.ts": `import "../../src/server/items.ts"; import "../../scripts/lib/run.mjs";`,
  "tests/sound.test.ts": `import "./support/page.ts"; import "../scripts/lib/run.mjs";`,
  "scripts/tool.ts": `import "../src/main.ts"; import "./lib/run.mjs";`,
  "scripts/lib/run.mjs": `export const run = 1;`,
  "lab/lib/tables.ts": `export type Table = string[][];`,
  "lab/search/search.ts": `import "../lib/tables.ts"; import "../../src/main.ts"; import "../../src/server/items.ts";
    import "../../tests/support/page.ts"; import "../../scripts/lib/run.mjs"; import "node:fs"; import "hono";`,
  "lab/search/search.test.ts": `import "./search.ts"; import "../../tests/support/page.ts";`,
};

function cruise(folder: string): Violation[] {
  const args = [cruiser, "--config", join(folder, CONFIG), "--output-type", "json", ...FOLDERS];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", maxBuffer: 1e9 });
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
}

describe("the direction of imports", () => {
  let folder: string;
  let planted: Violation[];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "proshno-boundaries-"));
    for (const name of [CONFIG, "tsconfig.json", "package.json"])
      cpSync(join(root, name), join(folder, name));
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    plant(folder, SOUND);
    expect(cruise(folder)).toEqual([]);
    for (const files of Object.values(PLANTED)) plant(folder, files);
    planted = cruise(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("has a planted violation for every rule", () => {
    const { forbidden } = createRequire(import.meta.url)(join(root, CONFIG)) as {
      forbidden: { name: string }[];
    };
    expect(Object.keys(PLANTED)).toEqual(forbidden.map(({ name }) => name));
  });

  test.each(Object.entries(PLANTED))("%s catches each of its planted files", (name, files) => {
    const caught = planted.filter(({ rule }) => rule.name === name).map(({ from }) => from);
    expect([...new Set(caught)].toSorted()).toEqual(Object.keys(files).toSorted());
  });
});
