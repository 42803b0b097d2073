import { createHash } from "node:crypto";
import { Agent, request } from "node:http";
import { kindNamed } from "../../../src/shared/kinds/index.ts";
import { insertItems } from "../archive/factories.ts";
import type { TestArchive } from "../platform/archive.ts";

const KINDS = ["question", "note", "lab"];
/** Items that share the lists in which they are looked for. */
const TOGETHER = 5;
/** Reads of a writer after each of its writes. */
const LOOKS = 9;

type Status = "Approved" | "Cancelled";

/** An item that one writer turns on and off. */
export interface Watched {
  kind: string;
  id: string;
  department: string;
  /** Of its title and no other's. */
  word: string;
  /** As it was last acknowledged. */
  status: Status;
  /** One more when a write begins and when it ends: a read that saw it change proves nothing. */
  epoch: number;
  isChanging: boolean;
}

export interface Figures {
  reads: number;
  /** Reads of which it is certain what they must show. */
  certain: number;
  /** Certain reads that the server said to have answered from memory or to keep there. */
  throughCache: number;
  writes: number;
  /** Reads that showed nothing, and writes that were done again, by their status: a server that is too busy says so. */
  refused: Record<number, number>;
  /** What was shown that must not be, or missing that must be there. */
  stale: string[];
  /** Of a write, from the first try, in ms. */
  longestWrite: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 512 });

interface Asked {
  method?: string;
  cookie?: string;
  body?: string;
  /** Whether the request has a connection of its own: a stopped server closes idle ones when it goes on. */
  isAlone?: boolean;
}

/** Sends a request, without any cleverness in between. */
export function ask(
  origin: string,
  path: string,
  { method = "GET", cookie, body, isAlone = false }: Asked = {},
): Promise<{ status: number; text: string; tag: string | undefined }> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(cookie ? { cookie } : {}),
      ...(body ? { "content-type": "application/json", "content-length": Buffer.byteLength(body) } : {}),
    };
    const sent = request(origin + path, { method, headers, agent: isAlone ? false : agent }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          text: Buffer.concat(parts).toString(),
          tag: answer.headers.etag,
        }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Puts items into the archive for `check` to turn on and off. */
export async function watchedItems(archive: TestArchive, count: number): Promise<Watched[]> {
  const items: Watched[] = [];
  for (const [index, kind] of KINDS.entries()) {
    const own = Array.from({ length: Math.ceil((count - index) / KINDS.length) }, (_, at) => {
      const department = `Department ${kind} ${Math.floor(at / TOGETHER)}`;
      const word = wordOf(`${kind} ${at}`);
      return { department, word, fields: { department, [kindNamed(kind).title]: word } };
    });
    const ids = await insertItems(archive, kind, own);
    own.forEach(({ department, word }, at) =>
      items.push({
        kind,
        id: ids[at] as string,
        department,
        word,
        status: "Approved",
        epoch: 0,
        isChanging: false,
      }),
    );
  }
  return items;
}

/** Twelve letters that are nowhere near another's, so that no slip is corrected to them. */
const wordOf = (name: string): string =>
  Array.from(createHash("sha256").update(name).digest().subarray(0, 12), (byte) =>
    String.fromCharCode(97 + (byte % 26)),
  ).join("");

/** Where an item stands, and whether an answer there shows it. */
function placesOf({ kind, id, department, word }: Watched) {
  const { pages, calls } = kindNamed(kind);
  const filter = `department=${encodeURIComponent(department)}`;
  const isThere = ({ status }: { status: number }) => status === 200;
  const isListed = ({ text }: { text: string }) => text.includes(id);
  return [
    { path: `${pages.details}/${id}`, shows: isThere },
    { path: `/api/${calls.one}/${id}`, shows: isThere },
    { path: `${pages.lists[0]}?${filter}`, shows: isListed },
    { path: `/api/${calls.lists[0]}?${filter}&page=0`, shows: isListed },
    { path: `/search?search=${word}`, shows: isListed },
    { path: `/api/search?search=${word}`, shows: isListed },
    { path: `/api/suggest?search=${word}`, shows: ({ text }: { text: string }) => text.includes(word) },
    { path: "/sitemap/1.xml", shows: isListed },
  ];
}

export interface CheckOptions {
  items: Watched[];
  /** Where to ask; several processes on one archive. A process that dies leaves the list. */
  origins: string[];
  /** An admin's. */
  cookie: string;
  /** Ends when so many reads are done. */
  reads: number;
  /** How many read at random beside the writers. */
  readers: number;
  told?: (figures: Figures) => void;
}

/**
 * Has a writer for each item turn it on and off at one process after another, and look for it at all of them as soon as
 * that is acknowledged, while readers look at everything all the time.
 */
export async function check({
  items,
  origins,
  cookie,
  reads,
  readers,
  told,
}: CheckOptions): Promise<Figures> {
  const figures: Figures = {
    reads: 0,
    certain: 0,
    throughCache: 0,
    writes: 0,
    refused: {},
    stale: [],
    longestWrite: 0,
  };
  const anyOf = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)] as T;

  const refuse = (status: number) => {
    figures.refused[status] = (figures.refused[status] ?? 0) + 1;
  };

  async function look(item: Watched): Promise<void> {
    const origin = anyOf(origins);
    const { epoch, status, isChanging } = item;
    const { path, shows } = anyOf(placesOf(item));
    const answer = await ask(origin, path).catch(() => undefined);
    // A process that was killed meanwhile says nothing.
    if (!answer) return;
    figures.reads += 1;
    if (figures.reads % 1_000 === 0) told?.(figures);
    // An empty sitemap is not found.
    if (![200, 404].includes(answer.status)) {
      refuse(answer.status);
      return;
    }
    if (isChanging || item.epoch !== epoch) return;
    figures.certain += 1;
    if (answer.tag) figures.throughCache += 1;
    if (shows(answer) === (status === "Approved")) return;
    figures.stale.push(`${origin}${path} ${status === "Approved" ? "lacks" : "shows"} ${item.id}, ${status}`);
  }

  async function write(item: Watched): Promise<void> {
    const status = item.status === "Approved" ? "Cancelled" : "Approved";
    const { setStatus } = kindNamed(item.kind).calls;
    item.epoch += 1;
    item.isChanging = true;
    const start = performance.now();
    const asked = { method: "PUT", cookie, body: JSON.stringify({ status }) };
    const attempt = () =>
      ask(anyOf(origins), `/api/${setStatus[0]}/${item.id}`, asked).catch(() => undefined);
    let answer = await attempt();
    // Killed with its process, or refused by one that is too busy: nobody knows whether it was done, so it is done again.
    while (!answer || answer.status === 503) {
      if (answer) refuse(503);
      answer = await attempt();
    }
    if (answer.status !== 200) throw new Error(`A status was not set: ${answer.status} ${answer.text}`);
    figures.longestWrite = Math.max(figures.longestWrite, performance.now() - start);
    figures.writes += 1;
    item.status = status;
    item.epoch += 1;
    item.isChanging = false;
  }

  const isDone = () => figures.reads >= reads;
  async function writer(item: Watched): Promise<void> {
    while (!isDone()) {
      await write(item);
      for (let count = 0; count < LOOKS; count++) await look(item);
    }
  }
  async function reader(): Promise<void> {
    while (!isDone()) await look(anyOf(items));
  }
  await Promise.all([...items.map(writer), ...Array.from({ length: readers }, reader)]);
  return figures;
}
