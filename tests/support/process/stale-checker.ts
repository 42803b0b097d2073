import { createHash } from "node:crypto";
import { Agent, request } from "node:http";
import { kindNamed } from "../../../src/shared/kinds/index.ts";
import { insertItems } from "../archive/factories.ts";
import type { TestArchive } from "../platform/archive.ts";
import { decideGroup } from "./stale-group.ts";

const KINDS = ["question", "note", "lab"];
/** How many items share the same lists. */
const TOGETHER = 5;
/** The reads of a writer after each of its writes. */
const LOOKS = 9;
/** The share of the readers' reads that is about the group. */
const HALF = 0.5;

type Status = "Approved" | "Cancelled";

/** An item that one writer shows and hides. */
export interface Watched {
  kind: string;
  id: string;
  department: string;
  /** A word that only its title contains. */
  word: string;
  /** The last acknowledged status. */
  status: Status;
  /** Increases when a write begins and when it ends. A read during which it changes proves nothing. */
  epoch: number;
  isChanging: boolean;
}

export interface Figures {
  reads: number;
  /** Reads whose correct result is certain. */
  certain: number;
  /** The number of certain reads that the cache answered or stored, according to the server's headers. */
  throughCache: number;
  writes: number;
  /** Decisions about the whole group, and their undos. */
  decisions: number;
  /** Failed reads and repeated writes, by their status: a server that is too busy answers 503. */
  refused: Record<number, number>;
  /** Responses that showed a hidden item or lacked a visible one. */
  stale: string[];
  /** The longest time of a write from its first attempt, in ms. */
  longestWrite: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 512 });

interface Asked {
  method?: string;
  cookie?: string;
  body?: string;
  /** Whether the request has its own connection: a stopped server closes idle ones when it continues. */
  isAlone?: boolean;
}

/** Sends a request directly, without retries or redirects. */
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

/**
 * Inserts items into the archive for `check` to show and hide.
 * @param status Pending items are hidden
 */
export async function watchedItems(
  archive: TestArchive,
  count: number,
  status: "Approved" | "Pending" = "Approved",
): Promise<Watched[]> {
  const items: Watched[] = [];
  for (const [index, kind] of KINDS.entries()) {
    const own = Array.from({ length: Math.ceil((count - index) / KINDS.length) }, (_, at) => {
      const department = `Department ${kind} ${status} ${Math.floor(at / TOGETHER)}`;
      const word = wordOf(`${kind} ${status} ${at}`);
      // The code of a question is its word, so that each has its own course.
      const course: Record<string, string> = kind === "question" ? { code: word, university: "" } : {};
      return { status, department, word, fields: { department, [kindNamed(kind).title]: word, ...course } };
    });
    const ids = await insertItems(archive, kind, own);
    own.forEach(({ department, word }, at) =>
      items.push({
        kind,
        id: ids[at] as string,
        department,
        word,
        status: status === "Approved" ? status : "Cancelled",
        epoch: 0,
        isChanging: false,
      }),
    );
  }
  return items;
}

/** Twelve letters that no other word resembles, so that the search never corrects one word to another. */
const wordOf = (name: string): string =>
  Array.from(createHash("sha256").update(name).digest().subarray(0, 12), (byte) =>
    String.fromCharCode(97 + (byte % 26)),
  ).join("");

/** The responses that can contain an item, and a check whether a response shows it. */
export function placesOf({ kind, id, department, word }: Watched) {
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
    ...(kind === "question"
      ? [
          { path: `/course/-/${word}`, shows: isListed },
          { path: `/api/courses/-/${word}`, shows: isListed },
          { path: `/course/-/${word}/feed.xml`, shows: isListed },
          { path: `/api/courses/-?${filter}`, shows: ({ text }: { text: string }) => text.includes(word) },
        ]
      : []),
  ];
}

export interface CheckOptions {
  items: Watched[];
  /** Pending items that one more writer approves in one decision and hides by its undo. */
  group?: Watched[];
  /** The addresses of several processes on one archive. A process that dies is removed from the list. */
  origins: string[];
  /** The cookie of an admin. */
  cookie: string;
  /** The number of reads after which the check ends. */
  reads: number;
  /** The number of readers that read at random while the writers write. */
  readers: number;
  report?: (figures: Figures) => void;
}

/**
 * For each item, a writer shows and hides it at one process after another. After each acknowledgement the
 * writer checks all processes, while readers check random responses all the time.
 */
export async function check({
  items,
  group = [],
  origins,
  cookie,
  reads,
  readers,
  report,
}: CheckOptions): Promise<Figures> {
  const figures: Figures = {
    reads: 0,
    certain: 0,
    throughCache: 0,
    writes: 0,
    decisions: 0,
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
    // The process was killed during the read.
    if (!answer) return;
    figures.reads += 1;
    if (figures.reads % 1_000 === 0) report?.(figures);
    // The address of an empty sitemap returns 404.
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
    // If the process was killed or was too busy, nobody knows whether the write happened, so the writer
    // repeats it.
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
    while (!isDone()) await look(anyOf(group.length > 0 && Math.random() < HALF ? group : items));
  }
  async function groupWriter(): Promise<void> {
    figures.decisions = await decideGroup({ group, origin: () => anyOf(origins), cookie, isDone });
  }
  await Promise.all([
    ...items.map(writer),
    ...(group.length > 0 ? [groupWriter()] : []),
    ...Array.from({ length: readers }, reader),
  ]);
  return figures;
}
