import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../support/process/server.ts";

const root = new URL("../..", import.meta.url).pathname;
const copy = mkdtempSync(join(tmpdir(), "proshno-kind-"));
let server: TestServer;

/** Follows docs/adding-a-kind.md in a copy of the product, then builds and starts the copy. */
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
  const guide = readFileSync(join(root, "docs/adding-a-kind.md"), "utf8");
  const [declaration, imported, registered] = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(
    (match) => match[1] as string,
  );
  writeFileSync(join(copy, "src/shared/kinds/thesis.ts"), declaration as string);
  const index = join(copy, "src/shared/kinds/index.ts");
  const registry = readFileSync(index, "utf8");
  writeFileSync(
    index,
    imported + registry.replace(/^export const kinds: .*$/m, (registered as string).trim()),
  );
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

test("an eighth kind needs two files, and gets a list, details, a form, calls, a table of own items and an admin table", async () => {
  const [, email, password] = /admin\s+(\S+)\s+(\S+)/.exec(server.lines.join("\n")) ?? [];
  const admin = await signedIn(email as string, password as string);
  const fields = {
    thesisTitle: "Bangla speech on cheap phones",
    supervisor: "Sample Supervisor",
    department: "CSE",
    subject: "Speech",
    year: 2024,
    university: "Sample University",
    driveLink: "https://drive.google.com/file/d/1TESTabcdefghijklmnopqrstuvwxyz02/view",
  };
  const refused = await post("/api/postTheses", { ...fields, supervisor: " " }, admin);
  expect(await refused.json()).toMatchObject({ error: { fields: { supervisor: "Supervisor is required" } } });
  const created = await post("/api/postTheses", fields, admin);
  expect(created.status).toBe(201);
  const { insertedId } = (await created.json()) as { insertedId: string };

  expect(await page("/allTheses")).toContain("No theses here yet.");
  const table = await page("/admin-dashboard/admin-theses", admin);
  expect(table).toContain("Total Theses");
  expect(table).toContain("Bangla speech on cheap phones");
  expect(await page("/dashboard/my-theses", admin)).toContain("Bangla speech on cheap phones");
  expect(await page("/dashboard/add-theses", admin)).toContain("Supervisor");

  const approved = await post(`/api/ThesisStatusUpdate/${insertedId}`, { status: "approved" }, admin, "PUT");
  expect(await approved.json()).toMatchObject({ modifiedCount: 1 });
  expect(await page("/allTheses?department=CSE&year=2024&search=speech")).toContain(
    "Bangla speech on cheap phones",
  );
  expect(await page(`/thesis-details/${insertedId}`)).toContain("Sample Supervisor");
  expect(await page("/")).toContain('href="/allTheses"');
  const listed = (await (await fetch(`${server.origin}/api/allTheses`)).json()) as { supervisor: string }[];
  expect(listed).toMatchObject([
    { _id: insertedId, supervisor: "Sample Supervisor", year: "2024", status: "Approved" },
  ]);
  const { paths } = (await (await fetch(`${server.origin}/api/openapi.json`)).json()) as {
    paths: Record<string, unknown>;
  };
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining(["/postTheses", "/allTheses", "/thesis/{id}", "/myTheses/{email}"]),
  );
});
