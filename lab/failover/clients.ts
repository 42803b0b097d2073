import { kindNamed } from "../../src/shared/kinds/index.ts";
import { questionOf } from "../../tests/support/process/essential-calls.ts";
import { placesOf, type Watched } from "../../tests/support/process/stale-checker.ts";
import { pause } from "../../tests/support/operations/fault-readers.ts";
import { type Gaps, openGaps } from "./gaps.ts";
import { CANARY, type Ledger } from "./ledger.ts";
import type { Cookies } from "./people.ts";
import { openVisitor } from "./visitor.ts";

export interface ClientOptions {
  entries: string[];
  ledger: Ledger;
  cookies: Cookies;
  writers: number;
  readers: number;
  /** The pauses between two writes of one writer, and between two reads of one reader, in ms. */
  pace: { write: number; read: number };
}

/** Every fifth writer shows and hides items; the others contribute. */
const CONTRIBUTORS = 4 / 5;
/** Pages and calls whose content changes with every approval. */
const LISTS = ["/", "/allQuestions", "/allNotes", "/api/allQuestions?page=0", "/api/search?search=waiting"];
/** How often a reader opens an item that waits for approval, and a list. */
const SHARES = { waiting: 0.2, list: 0.2 };
const MIN_STUDENTS = 2;

/** How many students contribute, so that none of them reaches a rate limit in half an hour. */
export const studentsFor = (writers: number): number => Math.max(MIN_STUDENTS, writers * 2);

export interface Clients {
  writes: Gaps;
  reads: Gaps;
  /** How often each kind of failure was seen, such as "read 503". */
  failures(): Map<string, number>;
  stop(): Promise<void>;
}

/** People who write and read all the time, through all addresses of the site. */
export function startClients(options: ClientOptions): Clients {
  const { entries, ledger, cookies, writers, readers, pace } = options;
  const over = new AbortController();
  const [writes, reads] = [openGaps(), openGaps()];
  let failures = new Map<string, number>();
  let contributed = 0;

  const fail = (what: string): void => void failures.set(what, (failures.get(what) ?? 0) + 1);
  const anyOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)];

  async function contribute(visitor: Visitor): Promise<void> {
    contributed += 1;
    const subject = `Waiting ${CANARY} paper ${contributed} of ${Date.now()}`;
    const cookie = cookies.students[contributed % cookies.students.length] as string;
    const body = { ...questionOf(`${contributed}`), subject };
    const answer = await visitor.ask("/api/postQuestion", { cookie, body });
    if (answer?.status !== 201) return fail(`write ${answer?.status ?? "without response"}`);
    ledger.questions.set((JSON.parse(answer.text) as { insertedId: string }).insertedId, subject);
    writes.succeed();
  }

  /** Shows or hides an item, and repeats this until it is acknowledged. */
  async function toggle(visitor: Visitor, item: Watched): Promise<void> {
    const status = item.status === "Approved" ? "Cancelled" : "Approved";
    const path = `/api/${kindNamed(item.kind).calls.setStatus[0]}/${item.id}`;
    item.epoch += 1;
    item.isChanging = true;
    while (!over.signal.aborted) {
      const answer = await visitor.ask(path, { method: "PUT", cookie: cookies.admin, body: { status } });
      if (answer?.status === 200) {
        item.status = status;
        item.epoch += 1;
        item.isChanging = false;
        return writes.succeed();
      }
      fail(`write ${answer?.status ?? "without response"}`);
      await pause(pace.write, over.signal);
    }
  }

  async function read(visitor: Visitor): Promise<unknown> {
    const dice = Math.random();
    const item = anyOf(ledger.watched);
    const waiting = anyOf([...ledger.questions.keys()].slice(-100));
    if (waiting !== undefined && dice < SHARES.waiting)
      return open(visitor, `${anyOf(["/api/question", "/question-details"])}/${waiting}`);
    if (!item || dice < SHARES.waiting + SHARES.list) return open(visitor, anyOf(LISTS) as string);
    return check(visitor, item);
  }

  async function open(visitor: Visitor, path: string) {
    const answer = await visitor.ask(path);
    if (!answer || ![200, 404].includes(answer.status)) {
      fail(`read ${answer?.status ?? "without response"}`);
      return undefined;
    }
    reads.succeed();
    if (answer.text.includes(CANARY)) ledger.exposed.push(`${path} shows an item that waits for approval`);
    return answer;
  }

  /** Opens a place that can show the item. If the item changes meanwhile, the response proves nothing. */
  async function check(visitor: Visitor, item: Watched): Promise<void> {
    const { epoch, status, isChanging } = item;
    const { path, shows } = anyOf(placesOf(item)) as ReturnType<typeof placesOf>[number];
    const answer = await open(visitor, path);
    if (!answer || isChanging || item.epoch !== epoch) return;
    if (shows(answer) === (status === "Approved")) return;
    const problem = status === "Approved" ? "lacks" : "shows";
    ledger.exposed.push(`${path} ${problem} ${item.id}, which is ${status}`);
  }

  type Visitor = ReturnType<typeof openVisitor>;
  const visitors: Visitor[] = [];
  async function keep(
    index: number,
    network: string,
    pauseMs: number,
    act: (visitor: Visitor) => Promise<unknown>,
  ) {
    const visitor = openVisitor(entries, index, `${network}.${index}`);
    visitors.push(visitor);
    while (!over.signal.aborted) {
      await act(visitor);
      await pause(pauseMs * (0.5 + Math.random()), over.signal);
    }
  }
  const contributors = Math.ceil(writers * CONTRIBUTORS);
  const running = [
    ...Array.from({ length: contributors }, (_, n) => keep(n, "192.0.2", pace.write, contribute)),
    ...Array.from({ length: writers - contributors }, (_, n) => {
      const own = ledger.watched.filter((_item, at) => at % (writers - contributors) === n);
      return keep(n, "198.51.100", pace.write, (visitor) => toggle(visitor, anyOf(own) as Watched));
    }),
    ...Array.from({ length: readers }, (_, n) => keep(n, "203.0.113", pace.read, read)),
  ];

  return {
    writes,
    reads,
    failures() {
      const before = failures;
      failures = new Map();
      return before;
    },
    async stop() {
      over.abort();
      for (const visitor of visitors) visitor.close();
      await Promise.all(running);
    },
  };
}
