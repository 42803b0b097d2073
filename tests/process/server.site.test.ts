import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../support/process/server.ts";

const root = new URL("../..", import.meta.url).pathname;
const data = mkdtempSync(join(tmpdir(), "proshno-server-test-"));
let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startServer({ PROSHNO_DATA: data });
  const [, email, password] = /student\s+(\S+)\s+(\S+)/.exec(server.lines.join("\n")) ?? [];
  cookie = await signIn(email as string, password as string);
});

afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true, force: true });
});

async function signIn(email: string, password: string): Promise<string> {
  const answer = await post("/api/auth/sign-in/email", { email, password });
  expect(answer.status).toBe(200);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const own = { "content-type": "application/json", ...headers };
  return fetch(server.origin + path, { method: "POST", body: JSON.stringify(body), headers: own });
}

const note = (topic: string) => ({
  topic,
  department: "CSE",
  subject: "Algorithms",
  driveLink: "https://example.edu/notes.pdf",
});

describe("a running server", () => {
  test("reports that it is alive and ready", async () => {
    expect(await (await fetch(`${server.origin}/healthz`)).text()).toBe("ok");
    expect(await (await fetch(`${server.origin}/readyz`)).text()).toBe("ready");
  });

  test("serves /Test.json with items 0 to 3", async () => {
    const items = (await (await fetch(`${server.origin}/Test.json`)).json()) as { id: number }[];
    expect(items.map((item) => item.id)).toEqual([0, 1, 2, 3]);
  });

  test("lets browsers run only its own scripts, and never repeats a nonce", async () => {
    const policyOf = async (path: string) =>
      (await fetch(server.origin + path, { headers: { cookie } })).headers.get("content-security-policy") ??
      "";
    expect(await policyOf("/allQuestions")).toContain("script-src 'self';");
    expect(await policyOf("/api/allQuestions")).toBe("default-src 'none'; frame-ancestors 'none'");
    const nonces = await Promise.all(
      ["/dashboard", "/dashboard"].map(async (path) => /'nonce-[^']{20,}'/.exec(await policyOf(path))?.[0]),
    );
    expect(nonces[0]).toBeDefined();
    expect(nonces[0]).not.toBe(nonces[1]);
    const page = await fetch(`${server.origin}/`);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      "referrer-policy": "strict-origin-when-cross-origin",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
    });
  });

  test("lets browsers cache versioned files for a year, but makes them revalidate other responses", async () => {
    const html = await (await fetch(`${server.origin}/`)).text();
    const [stylesheet] = /\/assets\/[^"]+\.css/.exec(html) ?? [];
    const asset = await fetch(server.origin + stylesheet, { headers: { "accept-encoding": "gzip, br" } });
    expect(asset.headers.get("cache-control")).toContain("immutable");
    // The length shows that the build compressed the file.
    expect(asset.headers.get("content-encoding")).toBe("br");
    expect(asset.headers.get("vary")?.toLowerCase()).toContain("accept-encoding");
    expect(Number(asset.headers.get("content-length"))).toBeLessThan((await asset.text()).length / 3);
    const icon = await fetch(`${server.origin}/favicon.svg`);
    expect(icon.headers.get("cache-control")).toBe("no-cache");
    const known = { "if-none-match": icon.headers.get("etag") ?? "" };
    expect((await fetch(`${server.origin}/favicon.svg`, { headers: known })).status).toBe(304);
    expect(
      (await fetch(`${server.origin}/dashboard`, { headers: { cookie } })).headers.get("cache-control"),
    ).toBe("no-store");
    expect((await fetch(`${server.origin}/`)).headers.get("cache-control")).toBe("private, no-cache");
    expect((await fetch(`${server.origin}/assets/missing.js`)).status).toBe(404);
  });

  test("refuses a form that another site sends, and accepts a form from its own pages", async () => {
    const form = (origin: string) =>
      fetch(`${server.origin}/contact`, {
        method: "POST",
        redirect: "manual",
        headers: { origin, "content-type": "application/x-www-form-urlencoded" },
        body: "name=a&email=b@c.edu&sub=c&mess=d",
      });
    expect((await form("https://evil.example")).status).toBe(403);
    expect((await form("null")).status).toBe(403);
    expect((await form(server.origin)).status).toBe(303);
  });

  test("finishes the requests in progress after SIGTERM, and exits with code 0", async () => {
    const other = await startServer();
    const sending = request(`${other.origin}/contact`, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        origin: other.origin,
        expect: "100-continue",
      },
    });
    sending.flushHeaders();
    await once(sending, "continue");
    const answered = once(sending, "response");
    const stopped = other.stop();
    sending.end("name=a&email=b@c.edu&sub=c&mess=last+words");
    const [response] = await answered;
    expect(response.statusCode).toBe(303);
    response.resume();
    expect(await stopped).toBe(0);
  });

  test("loses no acknowledged write when it is killed", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 20; index++) {
      const answer = await post("/api/postNotes", note(`Killed ${index}`), { cookie });
      ids.push(((await answer.json()) as { insertedId: string }).insertedId);
    }
    const pending = post("/api/postNotes", note("Never acknowledged"), { cookie }).catch(() => undefined);
    server.process.kill("SIGKILL");
    await once(server.process, "exit");
    await pending;
    server = await startServer({ PROSHNO_DATA: data });
    expect(server.lines.join("\n")).not.toContain("first start");
    for (const id of ids) {
      expect((await fetch(`${server.origin}/api/note/${id}`, { headers: { cookie } })).status).toBe(200);
    }
  });
});

test.each([
  [{ PORT: "http" }, "PORT"],
  [{ DATABASE_URL: "mysql://127.0.0.1/proshno" }, "DATABASE_URL"],
  [{ PROSHNO_ORIGIN: "http://proshno.example.edu" }, "PROSHNO_ORIGIN: must be https"],
])("a wrong setting stops the start with an error that names it: %o", async (env, named) => {
  const run = promisify(execFile)(process.execPath, ["src/main.ts"], {
    cwd: root,
    env: { PROSHNO_DATA: data, ...env },
  });
  const failure = (await run.catch((error: unknown) => error)) as { code: number; stderr: string };
  expect(failure.code).toBe(1);
  expect(failure.stderr).toContain("Proshno can't start");
  expect(failure.stderr).toContain(named);
  expect(failure.stderr).not.toContain("    at ");
});
