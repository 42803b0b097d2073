import { DomainError } from "../../../shared/problems/errors.ts";
import type { PaperRefusal } from "../../../shared/files/paper.ts";
import type { LineBox } from "./line-box.ts";
import type { PaperSource } from "./paper-file.ts";
import { createSemaphore, RequestAborted, type Requester } from "../../platform/index.ts";
import type { PrintedWords } from "./three-cuttings.ts";
import { createPaperLane } from "./paper-lane.ts";
import type { PaperTask, TaskInput, TaskOutput } from "./paper-tasks.ts";
import { MB } from "../../../shared/text/bytes.ts";

export interface PapersOptions {
  /**
   * How many papers are open at once, each in a separate process. If there are several processes, one is
   * reserved for urgent requests.
   */
  concurrency: number;
  /** How many requests may wait. */
  queueLimit: number;
  /** The limit of processor time for one task, in ms. */
  timeLimit: number;
  /** The limit for one process, in bytes. */
  memoryLimit: number;
  /** A process is replaced after this number of tasks. */
  tasksPerChild: number;
  /** A process without work ends after this time, in ms. */
  idleLimit: number;
  /** Called with the reason if a process ends during a task. */
  onChildEnded: (refusal: PaperRefusal) => void;
}

const DEFAULTS: PapersOptions = {
  concurrency: 3,
  queueLimit: 50,
  timeLimit: 8_000,
  memoryLimit: 768 * MB,
  tasksPerChild: 50,
  idleLimit: 60_000,
  onChildEnded: () => {},
};

/** The result, or the reason for the refusal. */
export type PaperAnswer<T> =
  | { value: T }
  /** `isEnded` means that the process ended without a reply. A retry on a less busy machine may succeed. */
  | { refusal: PaperRefusal; isEnded?: boolean };

/** The account or address whose turn a task uses. */
export type PaperRequester = Pick<Requester, "owner" | "isUrgent">;

export type Papers = ReturnType<typeof createPapers>;

/** The owner of files that the operator adds. */
const ARCHIVE: PaperRequester = { owner: "" };

/**
 * Opens untrusted files in separate processes, so that a hostile file can't harm the server. Every task
 * checks the whole file's shape first, like `inspect`. Requesters take turns; see `createSemaphore`.
 */
export function createPapers(options: Partial<PapersOptions> = {}) {
  const limits = { ...DEFAULTS, ...options };
  const lanes = Array.from({ length: limits.concurrency }, () => createPaperLane(limits));
  const free = [...lanes];
  const places = createSemaphore({
    concurrency: limits.concurrency,
    reserved: limits.concurrency > 1 ? 1 : 0,
    waiting: limits.queueLimit,
  });
  const closing = new AbortController();

  /** @throws DomainError unavailable if too many requests wait, or the server is stopping */
  async function withLane<T>(
    requester: PaperRequester,
    use: (lane: (typeof lanes)[number]) => Promise<T>,
  ): Promise<T> {
    const answer = places.take({ ...requester, signal: closing.signal }, async () => {
      const lane = free.pop();
      if (!lane) throw new Error("There are as many processes as places.");
      return use(lane).finally(() => free.push(lane));
    });
    return answer.catch((error: unknown) => {
      throw error instanceof RequestAborted ? new DomainError("unavailable") : error;
    });
  }

  const ask = <Task extends PaperTask>(
    task: Task,
    source: PaperSource,
    requester: PaperRequester = ARCHIVE,
    input: TaskInput = { page: 1, width: 0 },
  ): Promise<PaperAnswer<TaskOutput<Task>>> =>
    withLane(requester, async (lane) => {
      // The bytes are sent through the pipe. A temporary file would remain after a kill.
      const reply = await lane.run({ task, source, ...input });
      if ("refusal" in reply) return { refusal: reply.refusal, ...(reply.isEnded && { isEnded: true }) };
      // The child's tasks are typed, but messages between processes are not.
      return { value: reply.value as TaskOutput<Task> };
    });

  return {
    /** Finds the type of the file by its content, and checks that page 1 can be drawn. */
    inspect: (source: PaperSource, by?: PaperRequester) => ask("inspect", source, by),
    /** The heading of page 1: 480 × 240 px, at most 11 kB. */
    thumbnail: (source: PaperSource, by?: PaperRequester) => ask("thumbnail", source, by),
    /** @param page from 1 @param width in px @returns undefined if there is no such page */
    page: (source: PaperSource, page: number, width = 1_000, by?: PaperRequester) =>
      ask("page", source, by, { page, width }),
    /** A page as a grey JPEG, for text recognition. @param page from 1 @param width in px @returns undefined if there is no such page */
    greyPage: (source: PaperSource, page: number, width: number, by?: PaperRequester) =>
      ask("greyPage", source, by, { page, width }),
    /** A picture of one line, at most 640 × 72 px and 8 kB. @param page from 1 @returns undefined if there is no such page */
    cutting: (source: PaperSource, page: number, box: LineBox, by?: PaperRequester) =>
      ask("cutting", source, by, { page, width: 0, box }),
    /** The code, exam and year as a paper prints them, at most 8 kB. @returns undefined if they are not found */
    threeCuttings: (source: PaperSource, { page, words }: PrintedWords, by?: PaperRequester) =>
      ask("threeCuttings", source, by, { page, width: 0, words }),
    /** The text layer of each page, in order; without text for images. */
    texts: (source: PaperSource, by?: PaperRequester) => ask("texts", source, by),
    /** The fingerprints of a page, to find copies of the same paper. @param page from 1 */
    fingerprint: (source: PaperSource, page: number, by?: PaperRequester) =>
      ask("fingerprint", source, by, { page, width: 0 }),
    /** A photo as a page of a PDF. @param turn clockwise, in degrees @param side the longest side in px */
    sheet: (source: PaperSource, turn: number, side: number, by?: PaperRequester) =>
      ask("sheet", source, by, { page: 1, width: side, turn }),
    /** A PDF with only these pages. @param first from 1 */
    cut: (source: PaperSource, first: number, last: number, by?: PaperRequester) =>
      ask("cut", source, by, { page: first, lastPage: last, width: 0 }),
    /** An image as a square profile photo. */
    square: (source: PaperSource, by?: PaperRequester) => ask("square", source, by),
    /** An image as the cover of an item. */
    cover: (source: PaperSource, by?: PaperRequester) => ask("cover", source, by),

    /** The ids of the processes that run now. */
    pids: (): number[] => lanes.flatMap((lane) => lane.pid() ?? []),

    /** Ends the processes, and rejects waiting requests. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}
