import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "./server.ts";

const root = new URL("../../..", import.meta.url).pathname;

/** A copy of the product's source in a temporary folder, for tests that edit it as a document says. */
export function copyProduct() {
  const folder = mkdtempSync(join(tmpdir(), "proshno-copy-"));
  for (const part of [
    "src",
    "public",
    "scripts",
    "package.json",
    "vite.config.ts",
    "react-router.config.ts",
    "tsconfig.json",
  ]) {
    cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return {
    write: (path: string, content: string) => writeFileSync(join(folder, path), content),
    /** Replaces a text that occurs once in a file. */
    edit(path: string, text: string, change: (text: string) => string) {
      const parts = readFileSync(join(folder, path), "utf8").split(text);
      if (parts.length !== 2) throw new Error(`${path} contains this ${parts.length - 1} times: ${text}`);
      writeFileSync(join(folder, path), parts.join(change(text)));
    },
    /** Builds the copy and starts its server. */
    async start() {
      execFileSync(join(root, "node_modules/.bin/react-router"), ["build"], {
        cwd: folder,
        env: { ...process.env, NODE_ENV: "production" },
      });
      return visitorsOf(await startServer({}, folder));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The TypeScript blocks of a document, in their order. */
export function codeBlocks(path: string) {
  const text = readFileSync(join(root, path), "utf8");
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1] as string);
}

/** Requests to a copy's server. */
function visitorsOf(server: Awaited<ReturnType<typeof startServer>>) {
  const post = (path: string, body: unknown, cookie: string, method = "POST") => {
    const headers = { "content-type": "application/json", cookie };
    const init: RequestInit = { method, body: JSON.stringify(body), headers };
    return fetch(server.origin + path, init);
  };
  return {
    post,
    page: async (path: string, cookie = "") =>
      (await fetch(server.origin + path, { headers: { cookie } })).text(),
    json: async <Answer>(path: string) => (await (await fetch(server.origin + path)).json()) as Answer,
    /** Logs in with the password that the server printed when it made the sample archive, and returns the cookie. */
    async signInAsAdmin() {
      const [, email, password] = /admin\s+(\S+)\s+(\S+)/.exec(server.lines.join("\n")) ?? [];
      const answer = await post("/api/auth/sign-in/email", { email, password }, "");
      return answer.headers
        .getSetCookie()
        .map((cookie) => cookie.split(";")[0])
        .join("; ");
    },
    stop: () => server.stop(),
  };
}

/** The running server of a copy. */
export type CopyServer = ReturnType<typeof visitorsOf>;
