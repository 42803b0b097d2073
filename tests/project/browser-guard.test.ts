import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { build, createServer } from "vite";
import { browserGuard } from "../../scripts/lib/vite-browser-guard.ts";
import { plant } from "../support/platform/plant.ts";

const SOURCE = {
  "src/server/items.ts": `import { readFileSync } from "node:fs"; export const items = () => readFileSync("x");
    export interface Item { id: string }`,
  "src/api/app.ts": `export const app = 1;`,
  "src/main.ts": `export const main = 1;`,
  "src/shared/words.ts": `export const words = ["a"];`,
  "src/web/button.ts": `import { words } from "../shared/words.ts"; export const button = words;`,
};

/** Each planted import, and the name that the error must contain in addition to the importing file. */
const LEAKS: [string, string, string][] = [
  [
    "a server module",
    `import { items } from "../server/items.ts"; console.log(items);`,
    "src/server/items.ts",
  ],
  ["a server module, on demand", `import("../server/items.ts").then(console.log);`, "src/server/items.ts"],
  ["a server module for its effects", `import "../server/items.ts";`, "src/server/items.ts"],
  ["an API module", `export { app } from "../api/app.ts";`, "src/api/app.ts"],
  ["main.ts", `import { main } from "../main.ts"; console.log(main);`, "src/main.ts"],
  ["a Node built-in", `import { readFileSync } from "node:fs"; console.log(readFileSync);`, "node:fs"],
  ["a Node built-in without node:", `import { readFileSync } from "fs"; console.log(readFileSync);`, "fs"],
];

const SOUND = `import { button } from "./button.ts"; import type { Item } from "../server/items.ts";
  export const first = (item: Item) => [item, button];`;

describe("the browser guard", () => {
  let root: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "proshno-guard-")));
    plant(root, SOURCE);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const config = () => ({
    root,
    configFile: false as const,
    logLevel: "silent" as const,
    plugins: [browserGuard()],
    worker: { format: "es" as const },
  });

  function buildEntry(entry: string, ssr = false) {
    const input = join(root, entry);
    return build({ ...config(), build: { ssr, write: false, rolldownOptions: { input } } });
  }

  test.each(LEAKS)("fails a browser build with %s", async (_what, code, named) => {
    plant(root, { "src/web/page.ts": code, "src/web/entry.ts": `import("./page.ts");` });
    await expect(buildEntry("src/web/entry.ts")).rejects.toThrow(
      `src/web/page.ts imports ${named}, which must never`,
    );
  });

  test("fails a browser build with an island that imports a server module", async () => {
    const entry = `import url from "./island.ts?worker&url"; console.log(url);`;
    plant(root, { "src/web/entry.ts": entry, "src/web/island.ts": `import "../server/items.ts";` });
    await expect(buildEntry("src/web/entry.ts")).rejects.toThrow(
      "src/web/island.ts imports src/server/items.ts",
    );
  });

  test("allows a browser build that imports only types", async () => {
    plant(root, { "src/web/entry.ts": SOUND, "src/web/island.ts": SOUND });
    await expect(buildEntry("src/web/entry.ts")).resolves.toBeDefined();
  });

  test("ignores the server build", async () => {
    plant(root, { "src/web/entry.ts": `export { items } from "../server/items.ts";` });
    await expect(buildEntry("src/web/entry.ts", true)).resolves.toBeDefined();
  });

  test("fails the request in development too", async () => {
    plant(root, { "src/web/leak.ts": `import "../server/items.ts";`, "src/web/sound.ts": SOUND });
    const server = await createServer({
      ...config(),
      server: { middlewareMode: true, ws: false },
      optimizeDeps: { noDiscovery: true },
    });
    try {
      await expect(server.transformRequest("/src/web/sound.ts")).resolves.toBeTruthy();
      await expect(server.transformRequest("/src/web/leak.ts")).rejects.toThrow(
        "src/web/leak.ts imports src/server/items.ts",
      );
    } finally {
      await server.close();
    }
  });
});
