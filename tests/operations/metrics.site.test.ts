import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { freePort, startServer, type TestServer } from "../support/process/server.ts";
import { pids, send } from "../support/process/workers.ts";

const TOKEN = "a-token-for-tests-of-metrics";
const bearer = { authorization: `Bearer ${TOKEN}` };

/** The value of a series, such as `proshno_processes`; undefined without it. */
const valueOf = (text: string, series: string): number | undefined => {
  const line = text.split("\n").find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};
/** The sum of all series of a metric whose labels contain this text. */
const sumOf = (text: string, name: string, part: string): number =>
  text
    .split("\n")
    .filter((line) => line.startsWith(`${name}{`) && line.includes(part))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);

async function scrape(server: TestServer): Promise<string> {
  const response = await fetch(`${server.origin}/metrics`, { headers: bearer });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("no-store");
  return response.text();
}

describe.each(engines)("the metrics of two workers on %s", (engine) => {
  let archive: TestArchive;
  let server: TestServer;
  let port: number;

  beforeAll(async () => {
    archive = await openTestArchive(engine);
    port = await freePort();
    server = await startServer({
      ...archive.env,
      PROSHNO_WORKERS: "2",
      PROSHNO_LOG: "debug",
      PROSHNO_METRICS_TOKEN: TOKEN,
      PROSHNO_METRICS_PORT: String(port),
    });
  });
  afterAll(async () => {
    await server.stop();
    await archive.close();
  });

  it.each([
    {},
    { authorization: "Bearer wrong" },
    { authorization: TOKEN },
    { authorization: `bearer ${TOKEN}x` },
  ])("are refused without the token: %j", async (headers) => {
    const response = await fetch(`${server.origin}/metrics`, { headers: headers as Record<string, string> });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toContain("Bearer");
    expect(await response.text()).toBe("");
  });

  it("add up the requests of both workers, and a killed worker lowers no total", async () => {
    const both = await pids(server, 2);
    const before = await scrape(server);
    for (let count = 0; count < 40; count += 1) await send(server, "/nowhere-at-all");
    const SERIES = 'proshno_http_requests_total{route="other",method="GET",status="4xx"}';
    // Answers are shared for a second.
    await expect
      .poll(async () => valueOf(await scrape(server), SERIES))
      .toBe((valueOf(before, SERIES) ?? 0) + 40);
    const after = await scrape(server);
    expect(valueOf(after, "proshno_processes")).toBe(2);
    process.kill(both[0] as number, "SIGKILL");
    await pids(server, 2, [both[0] as number]);
    await expect.poll(async () => valueOf(await scrape(server), "proshno_processes")).toBe(2);
    const later = await scrape(server);
    expect(valueOf(later, SERIES)).toBe(valueOf(after, SERIES));
    expect(valueOf(later, "proshno_worker_deaths_total")).toBe(1);
  });

  it("label requests by patterns, and contain no path, id or query", async () => {
    await send(server, "/allNotes?search=canary-query");
    await send(server, "/note-details/canary-id");
    await send(server, "/canary-path");
    await send(server, "/api/users/canary@example.edu");
    const routes = ["/note-details/:id", "/allNotes", "/api/users/:email"];
    let text = "";
    const missing = async () => {
      text = await scrape(server);
      return routes.filter((route) => !text.includes(`proshno_http_requests_total{route="${route}"`));
    };
    await expect.poll(missing).toEqual([]);
    expect(text).not.toContain("canary");
  });

  it("name no method of a request that was refused for its method", async () => {
    await send(server, "/note-details/canary-id", { method: "DELETE" });
    const series = 'route="/note-details/:id",method="other",status="4xx"';
    await expect.poll(async () => sumOf(await scrape(server), "proshno_http_requests_total", series)).toBe(1);
  });

  it("count hits of the response cache", async () => {
    const hits = 'proshno_response_cache_lookups_total{result="hit"}';
    const before = valueOf(await scrape(server), hits) ?? 0;
    for (let count = 0; count < 20; count += 1) await send(server, "/allNotes");
    await expect.poll(async () => valueOf(await scrape(server), hits)).toBeGreaterThan(before + 10);
  });

  it("are also on their own port of 127.0.0.1, with the token", async () => {
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(401);
    const response = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: bearer });
    expect(await response.text()).toContain("proshno_info");
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  });
});

describe("a server without settings for metrics", () => {
  let archive: TestArchive;
  let server: TestServer;
  beforeAll(async () => {
    archive = await openTestArchive("sqlite");
    server = await startServer(archive.env);
  });
  afterAll(async () => {
    await server.stop();
    await archive.close();
  });

  it("has no /metrics", async () => {
    expect((await fetch(`${server.origin}/metrics`, { headers: bearer })).status).toBe(404);
  });
});
