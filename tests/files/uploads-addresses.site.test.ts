import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { text as allOf } from "node:stream/consumers";
import { readdir, readFile, stat } from "node:fs/promises";
import { getRequestListener } from "@hono/node-server";
import fc from "fast-check";
import { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { protocolRequest } from "../../src/api/contributing/upload-protocol.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { openSite } from "../support/api/site.ts";

const TUS = { "tus-resumable": "1.0.0" };
const SIZE = 1_000;
/** The bytes of another student's upload. */
const THEIRS = "theirs".repeat(20);

/** A request whose parts can name different uploads. */
interface Attack {
  method: string;
  target: string;
  headers: Record<string, string>;
}

describe("addresses that name two uploads", () => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  let server: Server;
  let port: number;
  let cookie: string;
  let mine: string;
  let theirs: string;

  beforeEach(async () => {
    archive = await openTestArchive("sqlite");
    site = openSite(archive);
    server = createServer(getRequestListener(site.app.fetch)).listen(0, "127.0.0.1");
    await once(server, "listening");
    port = (server.address() as { port: number }).port;
    cookie = (await archive.signUp("Mallory")).cookie;
    const victim = (await archive.signUp("Victim")).cookie;
    mine = await begin(cookie);
    theirs = await begin(victim);
    const headers = { ...TUS, "content-type": "application/offset+octet-stream", "upload-offset": "0" };
    await site.as(victim).send(`/uploads/${theirs}`, { method: "PATCH", headers, body: THEIRS });
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await archive.close();
  });

  async function begin(owner: string): Promise<string> {
    const headers = { ...TUS, "upload-length": String(SIZE) };
    const answer = await site.as(owner).send("/uploads", { method: "POST", headers });
    return (answer.headers.get("location") ?? "").split("/").at(-1) ?? "";
  }

  /** Sends a raw request, because a client would normalise the path. @returns the status */
  async function send({ method, target, headers }: Attack): Promise<number> {
    const body = method === "PATCH" ? "overwritten" : "";
    const all: Record<string, string> = {
      host: "127.0.0.1:3000",
      cookie,
      ...TUS,
      "content-type": "application/offset+octet-stream",
      "upload-offset": "0",
      ...(method === "POST" ? { "upload-length": "100" } : {}),
      "content-length": String(body.length),
      connection: "close",
      ...headers,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    const socket = connect(port, "127.0.0.1");
    socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
    return Number((await allOf(socket)).split(" ")[1]);
  }

  /** The size of every upload in bytes; -1 if its JSON file is missing, -2 if its bytes are missing. */
  async function uploads(): Promise<Record<string, number>> {
    const names = await readdir(archive.uploads);
    const sizeOf = async (name: string): Promise<[string, number]> => {
      if (name.endsWith(".json")) return [name.slice(0, -5), names.includes(name.slice(0, -5)) ? 0 : -2];
      const isWhole = names.includes(`${name}.json`);
      return [name, isWhole ? (await stat(`${archive.uploads}/${name}`)).size : -1];
    };
    const all = await Promise.all(names.map(sizeOf));
    return Object.fromEntries(all.sort(([, a], [, b]) => Math.abs(a) - Math.abs(b)));
  }

  test.each([
    ["PATCH", (own: string, other: string) => `/uploads/${own}?/${other}`],
    ["DELETE", (own: string, other: string) => `/uploads/${own}?/${other}`],
    ["DELETE", (own: string) => `/uploads/${own}?/${own}.json`],
    ["PATCH", (own: string) => `/uploads/${own}?`],
    ["HEAD", (own: string) => `/uploads/${own}?a=b`],
    ["POST", () => "/uploads?a=b"],
  ])("the server refuses a %s with a query, and no upload changes", async (method, targetOf) => {
    const before = await uploads();
    expect(await send({ method, target: targetOf(mine, theirs), headers: {} })).toBe(400);
    expect(await uploads()).toEqual(before);
    expect(site.faults).toEqual([]);
  });

  test("no address and no header lets a student change or remove another student's upload", async () => {
    const before = ["/uploads/", "//uploads/", "/uploads//", "/UPLOADS/", "/x/../uploads/", "/uploads/x/../"];
    const start = fc.constantFrom(...before, "/uploads/%2e%2e/uploads/", "http://evil.example/uploads/");
    const between = [
      "?/",
      "#/",
      "/",
      "%2f",
      "%2F",
      "\\",
      "%5c",
      ";",
      "/../",
      "?",
      "#",
      "/?/",
      "%3f/",
      "%23/",
    ];
    const joint = fc.constantFrom(
      ...between,
      "%00",
      "/%2e%2e/",
      "..%2f",
      "?id=",
      "&/",
      "@",
      ",",
      "%0d%0a/",
      "",
    );
    const own = fc.constant("mine");
    const id = fc.constantFrom("mine", "theirs");
    const rest = fc.constantFrom("", ".json", "/", "%2ejson", "?", "#");
    const target = fc.oneof(
      fc.tuple(start, own, joint, fc.constant("theirs"), rest),
      fc.tuple(start, id, joint, id, rest),
      fc.tuple(start, joint, id, joint, id, rest),
    );
    const address = fc.constantFrom("/uploads/theirs", "/uploads/theirs.json", "http://evil.example/theirs");
    const headers = fc.record(
      {
        host: fc.constantFrom("evil.example", "127.0.0.1:3000"),
        "x-http-method-override": fc.constantFrom("DELETE", "PATCH", "POST"),
        "x-method-override": fc.constant("DELETE"),
        "x-original-url": address,
        "x-rewrite-url": address,
        "x-forwarded-host": fc.constant("evil.example"),
        "x-forwarded-proto": fc.constantFrom("https", "gopher"),
        "x-forwarded-prefix": address,
        forwarded: fc.constant('host="evil.example";proto=https'),
        "upload-concat": fc.constant("final;/uploads/theirs /uploads/mine"),
        "upload-metadata": fc.constant("owner dGhlaXJz,filename Li4vLi4v"),
        "upload-offset": fc.constantFrom("0", "120"),
        "content-location": address,
      },
      { requiredKeys: [] },
    );
    const method = fc.constantFrom("PATCH", "DELETE", "PATCH", "DELETE", "HEAD", "GET", "POST", "PUT");
    const ids = (shape: string) => shape.replaceAll("mine", mine).replaceAll("theirs", theirs);
    const facts = await readFile(`${archive.uploads}/${theirs}.json`);
    await fc.assert(
      fc.asyncProperty(method, target, headers, async (verb, pieces, given) => {
        if (!(mine in (await uploads()))) mine = await begin(cookie);
        const named = Object.entries(given).map(([name, value]) => [name, ids(value as string)]);
        const headersOf = Object.fromEntries(named) as Record<string, string>;
        const status = await send({ method: verb, target: ids(pieces.join("")), headers: headersOf });
        expect(status).toBeLessThan(500);
        expect(await readFile(`${archive.uploads}/${theirs}`, "utf8")).toBe(THEIRS);
        expect(await readFile(`${archive.uploads}/${theirs}.json`)).toEqual(facts);
        expect(Object.values(await uploads()).filter((size) => size < 0)).toEqual([]);
      }),
      { numRuns: 400 },
    );
    expect(site.faults).toEqual([]);
  });
});

test("the tus library gets the checked address and only the headers of the protocol", async () => {
  const app = new Hono();
  app.all("*", async (c) => {
    const own = c.req.raw.body as ReadableStream<Uint8Array<ArrayBuffer>>;
    const { url, method, headers, body } = protocolRequest(c, "checked", own);
    return c.json({ url, method, headers: [...headers], body: await new Response(body).text() });
  });
  const answer = await app.request("http://evil.example/uploads/a?/b", {
    method: "PATCH",
    headers: { ...TUS, "upload-offset": "3", "x-http-method-override": "DELETE", "x-forwarded-host": "b" },
    body: "bytes",
  });
  expect(await answer.json()).toEqual({
    url: "http://localhost/uploads/checked",
    method: "PATCH",
    headers: [
      ["content-type", "text/plain;charset=UTF-8"],
      ["tus-resumable", "1.0.0"],
      ["upload-offset", "3"],
    ],
    body: "bytes",
  });
});
