import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { manyLinks, refusedContact } from "../support/api/costly-bodies.ts";
import { createApp } from "../../src/api/app.ts";
import { builtPages } from "../../src/process/pages.ts";
import type { Services } from "../../src/server/services.ts";
import { type Engine, engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

/** A small version of `npm run lab -- abuse --only writes`. */

const ATTACKER = "203.0.113.1";
const OTHER = "203.0.113.2";
/** The most writes of one person that may run at once; the others wait for their turn. */
const CONCURRENCY = 3;

let archive: TestArchive;
let ask: (path: string, from: string, init?: RequestInit) => Promise<Response>;
/** Lists the senders of links and of contact forms, in the order in which the server began their work. */
let begun: string[];
/** How many times links are added now, and the most at once. */
let running: { now: number; most: number };
const faults: unknown[] = [];

async function open(engine: Engine): Promise<void> {
  archive = await openTestArchive(engine);
  begun = [];
  running = { now: 0, most: 0 };
  const services: Services = {
    ...archive.services,
    piles: {
      ...archive.services.piles,
      async addLinks(...call) {
        begun.push(call[0]?.displayName ?? "");
        running.now += 1;
        running.most = Math.max(running.most, running.now);
        try {
          return await archive.services.piles.addLinks(...call);
        } finally {
          running.now -= 1;
        }
      },
    },
    contact: {
      ...archive.services.contact,
      send(...call) {
        begun.push(call[2].address);
        return archive.services.contact.send(...call);
      },
    },
  };
  const { origin, timeZone, uploads, spool } = archive;
  const pages = await builtPages();
  const log = { request: () => {}, error: (error: unknown) => void faults.push(error) };
  const app = createApp({
    services,
    origin,
    uploads,
    spool,
    assets: pages.assets,
    pages: pages.handler({ services, origin, timeZone, logError: log.error }),
    ownPage: pages.ownPage({ services }),
    health: services.operations.health,
    log,
  });
  ask = async (path, from, init = {}) => {
    const socket = { remoteAddress: from, remotePort: 1, remoteFamily: "IPv4", bytesRead: 0 };
    const body = init.body === undefined ? [] : [Buffer.from(String(init.body))];
    const incoming = Object.assign(Readable.from(body), { socket });
    const response = await app.request(new Request(origin + path, init), {}, { incoming });
    await response.clone().arrayBuffer();
    return response;
  };
}

/** A person with an own pile. @returns adds links to it */
async function contributor(name: string, from: string) {
  const { cookie } = await archive.signUp(name);
  const post = (path: string, body: object) =>
    ask(path, from, {
      method: "POST",
      headers: { cookie, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const { insertedId } = (await (await post("/api/piles", {})).json()) as { insertedId: string };
  return { addLinks: (links: string) => post(`/api/piles/${insertedId}/links`, { links }) };
}

const statusOf = async (answer: Promise<Response>) => (await answer).status;

beforeEach(() => void faults.splice(0));
afterEach(async () => {
  await archive.close();
  expect(faults).toEqual([]);
});

describe.each(engines)("costly writes on %s", (engine) => {
  beforeEach(() => open(engine));

  test("posts of 500 links by one student take turns, and another student's post runs before most of them", async () => {
    const attacker = await contributor("Attacker", ATTACKER);
    const other = await contributor("Other", OTHER);
    const flood = Array.from({ length: 10 }, () => statusOf(attacker.addLinks(manyLinks())));
    await expect.poll(() => begun.length).toBeGreaterThan(0);
    const answers = [
      statusOf(ask("/allQuestions", OTHER)),
      statusOf(other.addLinks("https://example.edu/one.pdf")),
    ];
    expect(await Promise.all(answers)).toEqual([200, 200]);
    expect(await Promise.all(flood)).toEqual(Array(10).fill(200));
    expect(running.most).toBeLessThanOrEqual(CONCURRENCY + 1);
    expect(begun.indexOf("Other")).toBeLessThanOrEqual(CONCURRENCY + 1);
  });
});

describe("a flood of equal posts", () => {
  beforeEach(() => open("sqlite"));

  test("forms that are refused take turns, and another visitor's form runs before most of them", async () => {
    const post = (from: string) =>
      ask("/contact", from, { method: "POST", body: new URLSearchParams(refusedContact) });
    const flood = Array.from({ length: 30 }, () => statusOf(post(ATTACKER)));
    const others = [statusOf(post(OTHER)), statusOf(ask("/contact", OTHER))];
    expect(await Promise.all(others)).toEqual([400, 200]);
    expect(await Promise.all(flood)).toEqual(Array(30).fill(400));
    expect(begun.indexOf(OTHER)).toBeLessThanOrEqual(CONCURRENCY + 1);
  });

  test("only the sender of too many posts gets 503, with the time of the next attempt", async () => {
    const attacker = await contributor("Attacker", ATTACKER);
    const other = await contributor("Other", OTHER);
    const flood = Array.from({ length: 700 }, () => attacker.addLinks("https://example.edu/one.pdf"));
    const answers = [
      statusOf(ask("/allQuestions", OTHER)),
      statusOf(other.addLinks("https://example.edu/one.pdf")),
    ];
    expect(await Promise.all(answers)).toEqual([200, 200]);
    const refused = (await Promise.all(flood)).filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    expect(refused.every(({ headers }) => headers.has("retry-after"))).toBe(true);
  });
});
