import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../support/process/server.ts";

const root = new URL("../..", import.meta.url).pathname;
const copy = mkdtempSync(join(tmpdir(), "proshno-facet-"));
let server: TestServer;

/** Follows docs/adding-a-facet.md in a copy of the product, then builds and starts the copy. */
beforeAll(async () => {
  for (const part of [
    "src",
    "public",
    "scripts",
    "package.json",
    "vite.config.ts",
    "react-router.config.ts",
    "tsconfig.json",
  ]) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  const guide = readFileSync(join(root, "docs/adding-a-facet.md"), "utf8");
  const [entry = "", field = "", migration = "", imported = "", registered = ""] = [
    ...guide.matchAll(/```ts\n([\s\S]*?)```/g),
  ].map((match) => match[1] as string);
  edit(
    "src/shared/facets.ts",
    "} as const satisfies Record<string, FacetDeclaration>;",
    (end) => entry + end,
  );
  edit("src/shared/kinds/question.ts", '    set: facet("set"),\n', (before) => before + field);
  writeFileSync(join(copy, "src/server/platform/db/migrations/202612010900-ink.ts"), migration);
  const migrate = "src/server/platform/db/migrate.ts";
  edit(migrate, "import type { Database, Schema }", (after) => imported + after);
  edit(migrate, '  "202611222010-set": set,\n', (before) => before + registered);
  execFileSync(join(root, "node_modules/.bin/react-router"), ["build"], {
    cwd: copy,
    env: { ...process.env, NODE_ENV: "production" },
  });
  server = await startServer({}, copy);
});

afterAll(async () => {
  await server.stop();
  rmSync(copy, { recursive: true, force: true });
});

/** Replaces one text in a file of the copy. */
function edit(path: string, text: string, change: (text: string) => string) {
  const before = readFileSync(join(copy, path), "utf8");
  expect(before.split(text)).toHaveLength(2);
  writeFileSync(
    join(copy, path),
    before.replace(text, () => change(text)),
  );
}

async function signedIn(email: string, password: string) {
  const answer = await post("/api/auth/sign-in/email", { email, password }, "");
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

function post(path: string, body: unknown, cookie: string, method = "POST") {
  const headers = { "content-type": "application/json", cookie };
  const init: RequestInit = { method, body: JSON.stringify(body), headers };
  return fetch(server.origin + path, init);
}

const page = async (path: string, cookie = "") =>
  (await fetch(server.origin + path, { headers: { cookie } })).text();

test("a new facet needs an entry, a field and a migration, and is stored, filtered, counted and shown", async () => {
  const [, email, password] = /admin\s+(\S+)\s+(\S+)/.exec(server.lines.join("\n")) ?? [];
  const admin = await signedIn(email as string, password as string);
  const fields = {
    department: "CSE",
    subject: "Lenses of quartz",
    code: "PHY 4077",
    semester: "3",
    year: 2024,
    ink: "Blue",
    driveLink: "https://drive.google.com/file/d/1TESTabcdefghijklmnopqrstuvwxyz03/view",
  };
  const refused = await post("/api/postQuestion", { ...fields, ink: "red" }, admin);
  expect(await refused.json()).toMatchObject({
    error: { fields: { ink: "Ink must be one of black, blue" } },
  });
  const created = await post("/api/postQuestion", fields, admin);
  expect(created.status).toBe(201);
  const { insertedId } = (await created.json()) as { insertedId: string };
  await post(`/api/QuestionStatusUpdate/${insertedId}`, { status: "approved" }, admin, "PUT");

  const list = async (query: string) =>
    (await (await fetch(`${server.origin}/api/allQuestions?page=0&${query}`)).json()) as {
      count: number;
      allQuestions: object[];
    };
  expect(await list("ink=BLUE")).toMatchObject({ count: 1, allQuestions: [{ ink: "blue" }] });
  expect((await list("ink=blue&department=CSE&year=2024&semester=3&search=")).count).toBe(1);
  expect((await list("ink=black")).count).toBe(0);
  const html = await page("/allQuestions");
  expect(html).toMatch(/<option value="blue">Blue \(1\)<\/option>/);
  expect(html).toContain("Any ink");
  expect(await page("/allQuestions?ink=blue")).toContain("Remove filter: Ink Blue");
  expect(await page(`/question-details/${insertedId}`)).toMatch(/<dt>Ink<\/dt><dd>Blue<\/dd>/);
  expect(await page("/dashboard/add-question", admin)).toContain('name="ink"');
  const { paths } = (await (await fetch(`${server.origin}/api/openapi.json`)).json()) as {
    paths: Record<string, { get?: { parameters: { name: string }[] } }>;
  };
  expect(paths["/allQuestions"]?.get?.parameters.map(({ name }) => name)).toContain("ink");
});
