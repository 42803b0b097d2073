import { setTimeout as pause } from "node:timers/promises";
import { formRequest, jsonRequest, type Prepared, sendAtOnce, type Statuses } from "./at-once.ts";
import { badLines, manyLinks, refusedContact } from "../../tests/support/api/costly-bodies.ts";
import { createPile } from "./resumable.ts";
import { type Readers, startReaders, twoReaders, type Waits, waitsOf } from "./waits.ts";
import type { AbuseWorld, Figure, Scenario } from "./world.ts";

const POSTS = 150;
const ADDRESS = "203.0.113.1";
/** How many items wait at the desk. An account may contribute 300 items an hour. */
const [AUTHORS, ITEMS] = [2, 250];
/** How long the readers are measured without an attack, in ms. */
const QUIET = 5_000;
/** The details that make every row of a pile ready. */
const READY = {
  department: "CSE",
  subject: "Structures",
  code: "CSE 2103",
  semester: "3",
  examType: "final",
  university: "BUET",
  year: "2020",
};
/** How long sent rows may take, in ms. */
const MAX_WORK = 30_000;
const POLL = 100;

/** One person sends equal, costly writes at once, and two others read. */
export const writes: Scenario = {
  name: "writes",
  engines: ["sqlite", "postgres"],
  async run(world) {
    const student = (await world.signUp()).cookie;
    const admin = await world.admin();
    await fillDesk(world);
    const readers = await startReaders(twoReaders(world.origin, (await world.signUp()).cookie));
    try {
      return [...(await quiet(readers)), ...(await allAttacks(world, readers, student, admin))];
    } finally {
      readers.stop();
    }
  },
};

async function quiet(readers: Readers): Promise<Figure[]> {
  await readers.take();
  await pause(QUIET);
  const samples = await readers.take();
  return [
    ...waitFigures("quiet: a page", waitsOf(samples, "page")),
    ...waitFigures("quiet: a list", waitsOf(samples, "list")),
  ];
}

async function allAttacks(
  world: AbuseWorld,
  readers: Readers,
  student: string,
  admin: string,
): Promise<Figure[]> {
  const by = { origin: world.origin, cookie: student, address: ADDRESS };
  const [first, second] = [await createPile(by), await createPile(by)];
  const post = (path: string, body: object, cookie = student) => jsonRequest("POST", path, cookie, body);
  const attacks: [name: string, count: number, request: Prepared][] = [
    [`${POSTS} posts of 500 links`, POSTS, post(`/api/piles/${first}/links`, { links: manyLinks() })],
    [
      `${POSTS} times PUT rows all`,
      POSTS,
      jsonRequest("PUT", `/api/piles/${first}/rows`, student, {
        rows: "all",
        values: READY,
      }),
    ],
    ["50 posts of 500 bad lines", 50, post(`/api/piles/${second}/links`, { links: badLines() })],
    ["50 times send", 50, post(`/api/piles/${first}/send`, {})],
    ["50 times desk/preview", 50, post("/api/desk/preview", { action: "approve", filter: {} }, admin)],
    ["50 times desk/next", 50, post("/api/desk/next", { filter: {} }, admin)],
    ["100 refused contact forms", 100, formRequest("/contact", "", refusedContact)],
  ];
  const figures: Figure[] = [];
  for (const [name, count, request] of attacks) {
    await readers.take();
    const { statuses, slowest } = await sendAtOnce(world.origin, request, count);
    if (name.endsWith("send")) await untilSent(world.origin, first, student);
    const samples = await readers.take();
    figures.push(...attackFigures(name, statuses, slowest));
    const [page, list] = [waitsOf(samples, "page"), waitsOf(samples, "list")];
    figures.push(
      ...waitFigures(`${name}: another's page`, page, 100),
      ...waitFigures(`${name}: a list`, list, 300),
    );
    figures.push({ name: `${name}: others got 503`, value: page.busy + list.busy, unit: "", limit: 0 });
    figures.push({
      name: `${name}: others got errors`,
      value: page.failed + list.failed,
      unit: "",
      limit: 0,
    });
  }
  return figures;
}

/** @param limit for the longest wait, in ms */
export function waitFigures(name: string, { p50, p99, max }: Waits, limit?: number): Figure[] {
  return [
    { name: `${name}, p50`, value: p50, unit: "ms" },
    { name: `${name}, p99`, value: p99, unit: "ms" },
    { name: `${name}, longest`, value: max, unit: "ms", ...(limit !== undefined && { limit }) },
  ];
}

/** The responses of the attacker, by status. */
export function attackFigures(name: string, statuses: Statuses, slowest: number): Figure[] {
  return [
    { name: `${name}: the sender's slowest response`, value: slowest, unit: "ms" },
    ...Object.entries(statuses).map(([status, value]) => ({
      name: `${name}: the sender got ${status}`,
      value,
      unit: "",
    })),
  ];
}

/** Waits until no row is being sent, at most half a minute. */
async function untilSent(origin: string, pile: string, cookie: string): Promise<void> {
  for (const end = performance.now() + MAX_WORK; performance.now() < end; await pause(POLL)) {
    const answer = await fetch(`${origin}/api/piles/${pile}?size=1`, { headers: { cookie } });
    const { counts } = (await answer.json()) as { counts?: Record<string, number> };
    if (!counts?.["sending"]) return;
  }
}

/** Contributes notes, which wait for a decision. */
export async function fillDesk(world: AbuseWorld): Promise<void> {
  for (let author = 0; author < AUTHORS; author += 1) {
    const { cookie } = await world.signUp();
    for (let item = 0; item < ITEMS; item += 1) {
      const status = await contribute(
        world.origin,
        cookie,
        `198.51.100.${200 + author}`,
        `${author} ${item}`,
      );
      if (status !== 201) throw new Error(`The note was refused with ${status}.`);
    }
  }
}

/** Contributes a note. @param mark makes it differ from other notes */
export async function postNote(
  origin: string,
  cookie: string,
  address: string,
  mark: string,
): Promise<Response> {
  const driveLink = `https://drive.google.com/file/d/${mark.replaceAll(/\W/g, "-").padStart(33, "n")}/view`;
  return fetch(`${origin}/api/postNotes`, {
    method: "POST",
    headers: { "content-type": "application/json", origin, cookie, "x-forwarded-for": address },
    body: JSON.stringify({ topic: `Note ${mark}`, department: "CSE", subject: "Algorithms", driveLink }),
  });
}

/** Contributes a note. @param mark makes it differ from other notes @returns the status */
export async function contribute(...note: Parameters<typeof postNote>): Promise<number> {
  const answer = await postNote(...note);
  await answer.arrayBuffer();
  return answer.status;
}
