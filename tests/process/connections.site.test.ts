import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startServer, type TestServer } from "../support/process/server.ts";
import { WAIT_OPTIONS } from "../support/process/workers.ts";

let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startServer();
  const [, email, password] = /student\s+(\S+)\s+(\S+)/.exec(server.lines.join("\n")) ?? [];
  const answer = await fetch(`${server.origin}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
});
afterAll(() => server.stop());

interface Refused {
  status: number;
  method: string;
  path: string;
  headers?: () => Record<string, string>;
}

const JSON_TYPE = { "content-type": "application/json" };
const MULTIPART = { "content-type": "multipart/form-data; boundary=b" };
const refusals: Refused[] = [
  { status: 413, method: "POST", path: "/api/auth/sign-in/email", headers: () => JSON_TYPE },
  { status: 401, method: "POST", path: "/api/postBlogs", headers: () => JSON_TYPE },
  { status: 403, method: "PUT", path: "/api/users/admin", headers: () => ({ ...JSON_TYPE, cookie }) },
  { status: 405, method: "DELETE", path: "/api/allBooks" },
  {
    status: 415,
    method: "POST",
    path: "/api/postBlogs",
    headers: () => ({ cookie, "content-type": "text/plain" }),
  },
  { status: 403, method: "POST", path: "/contact", headers: () => ({ origin: "https://evil.example" }) },
  { status: 302, method: "POST", path: "/dashboard/add-notes", headers: () => MULTIPART },
  { status: 413, method: "POST", path: "/contact", headers: () => ({ ...MULTIPART, cookie }) },
  { status: 401, method: "POST", path: "/uploads" },
  { status: 401, method: "PATCH", path: `/uploads/${"0".repeat(32)}` },
  { status: 404, method: "PATCH", path: `/uploads/${"0".repeat(32)}`, headers: () => ({ cookie }) },
  { status: 404, method: "POST", path: "/assets/missing.js" },
  { status: 405, method: "TRACE", path: "/" },
];

/** Sends a body of zeros as a proxy does, on a pooled connection. */
function send(agent: Agent, { method, path, headers }: Refused, size: number, isAnnounced: boolean) {
  const framing = isAnnounced ? { "content-length": String(size) } : { "transfer-encoding": "chunked" };
  const own = { ...headers?.(), ...(size > 0 && framing) };
  return new Promise<{ status: number | undefined; closes: boolean }>((resolve, reject) => {
    const sent = request(server.origin + path, { method, headers: own, agent }, (answer) => {
      const closes = answer.headers.connection === "close";
      answer.on("error", reject).on("end", () => resolve({ status: answer.statusCode, closes }));
      answer.resume();
    });
    sent.on("error", reject);
    if (size === 0) return void sent.end();
    const block = Buffer.alloc(100_000);
    for (let left = size; left > 0; left -= block.length)
      sent.write(block.subarray(0, Math.min(left, block.length)));
    sent.end();
  });
}

describe.each(refusals)("a refusal $status of $method $path before its body is read", (refused) => {
  test.each([200_000, 1_200_000, 30_000_000])(
    "reaches a sender of %i bytes, and the next request of the client's connection pool gets a response",
    async (size) => {
      for (const isAnnounced of [true, false]) {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        const { status, closes } = await send(agent, refused, size, isAnnounced);
        const next = await send(agent, { status: 200, method: "GET", path: "/healthz" }, 0, false);
        agent.destroy();
        // The server may answer 413 first, because the body is above the limit.
        const isWithin = size < 1_000_000 && refused.status === 413;
        expect(isWithin ? [400, 413] : [refused.status, 413]).toContain(status);
        expect(next.status).toBe(200);
        if (size > 1_000_000) expect(closes).toBe(true);
      }
    },
  );
});

test("the connection stays open after a refused request whose body was read", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const refused = { status: 415, method: "POST", path: "/api/auth/sign-in/email" };
  expect(await send(agent, refused, 20, true)).toEqual({ status: 415, closes: false });
  agent.destroy();
});

test("the server closes the connection of a client that keeps sending after a refusal", async () => {
  const { hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  const answered = once(socket, "data");
  socket.write("POST /uploads HTTP/1.1\r\nhost: a\r\ncontent-length: 100000000\r\n\r\n");
  expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 401 .*connection: close\r\n/is);
  const closed = once(socket, "close");
  socket.on("error", () => {});
  // The client sends nothing more, so the server must close the connection.
  await closed;
});

test("the server refuses a body in chunks of one byte, even if the body is small", async () => {
  const { hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  const answered = once(socket, "data");
  const head = "POST /api/auth/sign-in/email HTTP/1.1\r\nhost: a\r\ncontent-type: application/json";
  socket.write(`${head}\r\ntransfer-encoding: chunked\r\n\r\n${"1\r\n \r\n".repeat(40_000)}`);
  expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});

test("the server keeps running after a form that ends in the middle of a file", async () => {
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\nx';
  const answer = await fetch(`${server.origin}/contact`, { method: "POST", headers: MULTIPART, body: part });
  expect(answer.status).toBe(400);
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
});

/** Sends the headers of a request and a part of its body, then closes the connection. */
async function abort(head: string, body: string): Promise<void> {
  const { hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write(`${head}\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\n\r\n${body}`);
  socket.on("error", () => {});
  socket.destroySoon();
  await once(socket, "close");
}

test("the log shows no error for a sender who closes the connection, nor for TRACE", async () => {
  const before = server.errors.length;
  const faults = server.lines.length;
  for (const type of [
    "application/json",
    "multipart/form-data; boundary=b",
    "application/x-www-form-urlencoded",
  ]) {
    for (const path of ["/api/postBlogs", "/dashboard/add-notes", "/contact", "/api/auth/sign-in/email"]) {
      await abort(`POST ${path} HTTP/1.1\r\ncontent-type: ${type}\r\ncontent-length: 5000`, "{");
      await abort(`POST ${path} HTTP/1.1\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked`, "5\r\nhal");
    }
  }
  for (const method of ["TRACE", "TRACK", "PROPFIND"]) {
    await abort(`${method} / HTTP/1.1\r\ncontent-length: 3`, "abc");
  }
  // The log is in order, so this request's line comes after the earlier ones.
  await vi.waitFor(
    async () => expect((await fetch(`${server.origin}/readyz`)).status).toBe(200),
    WAIT_OPTIONS,
  );
  expect(server.errors.slice(before)).toEqual([]);
  expect(server.lines.slice(faults)).toEqual([]);
});
