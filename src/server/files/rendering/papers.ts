import { DomainError } from "../../../shared/errors.ts";
import type { PaperRefusal } from "../../../shared/paper.ts";
import type { PaperSource } from "./paper-file.ts";
import { createSemaphore, RequestAborted, type Requester } from "../../platform/index.ts";
import { createPaperLane } from "./paper-lane.ts";
import type { PaperTask, TaskInput, TaskOutput } from "./paper-tasks.ts";
import { MB } from "../../../shared/bytes.ts";

export interface PapersOptions {
  /** How many papers are open at once, each in a separate process. One of several is reserved for urgent requests. */
  concurrency: number;
  /** How many may wait. */
  queueLimit: number;
  /** For one task, in ms. */
  timeLimit: number;
  /** For one process, in bytes. */
  memoryLimit: number;
  /** After so many tasks a process is replaced. */
  tasksPerChild: number;
  /** After so long without a task a process is ended, in ms. */
  idleLimit: number;
}

const DEFAULTS: PapersOptions = {
  concurrency: 3,
  queueLimit: 50,
  timeLimit: 8_000,
  memoryLimit: 768 * MB,
  tasksPerChild: 50,
  idleLimit: 60_000,
};

/** The result, or why the file is refused. */
export type PaperAnswer<T> =
  | { value: T }
  /** `isEnded` if its process ended without an answer: on a less busy machine it might have answered. */
  | { refusal: PaperRefusal; isEnded?: boolean };

/** The person whose turn a task takes. */
export type PaperRequester = Pick<Requester, "owner" | "isUrgent">;

export type Papers = ReturnType<typeof createPapers>;

/** The archive itself, for an operator's files. */
const ARCHIVE: PaperRequester = { owner: "" };

/**
 * Opens files of strangers in processes of their own, which a hostile file may bring down without harm to the server.
 * Every task looks at the whole file's shape first, so that none is a way around `inspect`. People take turns; see
 * `createSemaphore`.
 */
export function createPapers(options: Partial<PapersOptions> = {}) {
  const limits = { ...DEFAULTS, ...options };
  const lanes = Array.from({ length: limits.concurrency }, () => createPaperLane(limits));
  const free = [...lanes];
  const places = createSemaphore({
    atOnce: limits.concurrency,
    reserved: limits.concurrency > 1 ? 1 : 0,
    waiting: limits.queueLimit,
  });
  const closing = new AbortController();

  /** @throws DomainError unavailable where too many wait, or the server is stopping */
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
      // Bytes go through the pipe and into no file, which a kill or a full disk would leave behind.
      const reply = await lane.run({ task, source, ...input });
      if ("refusal" in reply) return { refusal: reply.refusal, ...(reply.isEnded && { isEnded: true }) };
      // The child's tasks are typed; between processes types are lost.
      return { value: reply.value as TaskOutput<Task> };
    });

  return {
    /** The type of the file by its content; its page 1 was drawn. */
    inspect: (source: PaperSource, by?: PaperRequester) => ask("inspect", source, by),
    /** The head of page 1: 480 × 320 px, at most 15 kB. */
    thumbnail: (source: PaperSource, by?: PaperRequester) => ask("thumbnail", source, by),
    /** @param page from 1 @param width in px @returns undefined without such a page */
    page: (source: PaperSource, page: number, width = 1_000, by?: PaperRequester) =>
      ask("page", source, by, { page, width }),
    /** The text of each page, in order; "" for pictures. */
    texts: (source: PaperSource, by?: PaperRequester) => ask("texts", source, by),
    /** The traits that show whether another file is the same paper. */
    fingerprint: (source: PaperSource, by?: PaperRequester) => ask("fingerprint", source, by),
    /** An image as the square photo of a person. */
    square: (source: PaperSource, by?: PaperRequester) => ask("square", source, by),
    /** An image as the cover of a text. */
    cover: (source: PaperSource, by?: PaperRequester) => ask("cover", source, by),

    /** The processes that are there at this moment. */
    pids: (): number[] => lanes.flatMap((lane) => lane.pid() ?? []),

    /** Ends the processes and refuses what waits. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}
