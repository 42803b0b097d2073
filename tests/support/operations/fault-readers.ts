import { Agent, request } from "node:http";
import { en } from "../../../src/shared/messages/en.ts";
import { newTally, note, type Tally } from "./fault-tally.ts";

/** Something that readers open. */
export interface Reading {
  /** Pages must always show something; files and page images may be missing during a fault. */
  what: "cached page" | "database page" | "file" | "page image";
  /** @param turn counts the reads, so that a path can be new each time */
  path: (turn: number) => string;
  /** The session; visitors have none. */
  cookie?: string;
}

export interface Seen {
  status: number;
  body: string;
}

/** How long a reader waits for a response, in ms. Then the reader saw none. */
const TIMEOUT = 60_000;
/** The sentences of a page or file that can't be shown now. */
const SENTENCES = [en.errors.unavailable, en.errors.no_room, "The server is busy."];

/** Whether a reader gets what they want, or an error that says what happened. */
export function isClear({ status, body }: Seen): boolean {
  if (status === 200) return true;
  const text = body.replaceAll(/&#(?:39|x27);/g, "'");
  return status === 503 && SENTENCES.some((sentence) => text.includes(sentence));
}

/** The text of a response without its markup, for the report of a fault. */
export const textOf = (body: string): string =>
  body
    .replaceAll(/<(head|script|style|nav|header)\b.*?<\/\1>|<[^>]*>/gs, " ")
    .replaceAll(/\s+/g, " ")
    .slice(0, 500);

/** Reads over one connection that stays open, like a proxy. Closing `agent` ends it. */
export function visit(agent: Agent, url: string, cookie = ""): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { cookie } }, (response) => {
      const parts: Buffer[] = [];
      response.on("error", reject);
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString() }),
      );
    });
    sent.on("error", reject);
    sent.setTimeout(TIMEOUT, () => sent.destroy(new Error("no response")));
    sent.end();
  });
}

/** The readers of one server. `during` decides into which tally they write. */
export function createReaders(origin: string, readings: Reading[], pace: number) {
  const over = new AbortController();
  const faults: string[] = [];
  let tallies = { pages: newTally(), files: newTally() };
  /** How often a connection ended without a response and the reader's browser tried again. */
  let repeated = 0;

  const isPage = ({ what }: Reading) => what.endsWith("page");

  async function read(agent: Agent, reading: Reading, turn: number): Promise<void> {
    const into = tallies;
    const { what, path, cookie } = reading;
    const tally: Tally = isPage(reading) ? into.pages : into.files;
    const url = origin + path(turn);
    const since = performance.now();
    const again = async () => {
      repeated += 1;
      return visit(agent, url, cookie);
    };
    try {
      // A browser repeats a read if the connection ended without a response. The first repetition may reach the
      // same worker while it ends.
      const got = await visit(agent, url, cookie).catch(again).catch(again);
      note(tally, String(got.status), performance.now() - since);
      const isFine = isClear(got) || (!isPage(reading) && got.status === 507);
      if (!isFine) faults.push(`${what} ${path(turn)}: ${got.status} ${textOf(got.body)}`);
    } catch (error) {
      note(tally, "no response", performance.now() - since);
      faults.push(`${what} ${path(turn)}: ${(error as Error).message}`);
    }
  }

  async function keepReading(agent: Agent, reading: Reading): Promise<void> {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      await read(agent, reading, turn);
      await pause(pace, over.signal);
    }
  }

  const agents = readings.map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
  const reading = Promise.all(readings.map((one, index) => keepReading(agents[index] as Agent, one)));

  return {
    faults,
    repeated: () => repeated,
    /** Begins new tallies. @returns the tallies since the last call */
    turnOver() {
      const before = tallies;
      tallies = { pages: newTally(), files: newTally() };
      return before;
    },
    current: () => tallies,
    /** Whether every reading succeeds now. */
    async areWell(): Promise<boolean> {
      const agent = new Agent();
      const all = readings.map(({ path, cookie }, index) =>
        visit(agent, origin + path(1_000_000 + index), cookie).then(
          ({ status }) => status === 200,
          () => false,
        ),
      );
      return (await Promise.all(all)).every(Boolean);
    },
    async stop(): Promise<void> {
      over.abort();
      await reading;
      for (const agent of agents) agent.destroy();
    },
  };
}

/** Keeps the load light. Ends at once when the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}
