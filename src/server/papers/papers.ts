import { DomainError } from "../../shared/errors.ts";
import type { PaperRefusal } from "../../shared/paper.ts";
import type { PaperSource } from "./paper-file.ts";
import { createPaperLane, type PaperLane } from "./paper-lane.ts";
import type { PaperTask, TaskInput, TaskOutput } from "./paper-tasks.ts";

export interface PapersOptions {
  /** How many papers are opened at once, each in a process of its own. */
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
  concurrency: 1,
  queueLimit: 50,
  timeLimit: 8_000,
  memoryLimit: 768 * 1024 * 1024,
  tasksPerChild: 50,
  idleLimit: 60_000,
};

/** What was asked for, or why the file is not taken. */
export type PaperAnswer<T> = { value: T } | { refusal: PaperRefusal };

export type Papers = ReturnType<typeof createPapers>;

/**
 * Opens files of strangers in processes of their own, which a hostile file may bring down without harm to the server.
 * Every task looks at the whole file's shape first, so that none is a way around `inspect`.
 */
export function createPapers(options: Partial<PapersOptions> = {}) {
  const limits = { ...DEFAULTS, ...options };
  const lanes = Array.from({ length: limits.concurrency }, () => createPaperLane(limits));
  const waiting: { start: (lane: PaperLane) => void; refuse: (error: DomainError) => void }[] = [];
  const free = [...lanes];
  let closed = false;

  function takeLane(): Promise<PaperLane> {
    const lane = free.pop();
    if (lane) return Promise.resolve(lane);
    if (waiting.length >= limits.queueLimit) throw new DomainError("unavailable");
    return new Promise((start, refuse) => waiting.push({ start, refuse }));
  }

  /** @throws DomainError unavailable where too many wait, or the server is stopping */
  async function withLane<T>(use: (lane: PaperLane) => Promise<T>): Promise<T> {
    if (closed) throw new DomainError("unavailable");
    const lane = await takeLane();
    try {
      return await use(lane);
    } finally {
      const next = waiting.shift();
      if (next) next.start(lane);
      else free.push(lane);
    }
  }

  const ask = <Task extends PaperTask>(
    task: Task,
    source: PaperSource,
    input: TaskInput = { page: 1, width: 0 },
  ): Promise<PaperAnswer<TaskOutput<Task>>> =>
    withLane(async (lane) => {
      // Bytes go through the pipe and into no file, which a kill or a full disk would leave behind.
      const reply = await lane.run({ task, source, ...input });
      // The child's tasks are typed; between processes types are lost.
      return "refusal" in reply ? { refusal: reply.refusal } : { value: reply.value as TaskOutput<Task> };
    });

  return {
    /** What the file is, told by its content; its page 1 was drawn. */
    inspect: (source: PaperSource) => ask("inspect", source),
    /** The head of page 1: 480 × 320 px, at most 15 kB. */
    thumbnail: (source: PaperSource) => ask("thumbnail", source),
    /** @param page from 1 @param width in px @returns undefined where there is no such page */
    page: (source: PaperSource, page: number, width = 1_000) => ask("page", source, { page, width }),
    /** What each page holds as text, in order; "" for pictures. */
    texts: (source: PaperSource) => ask("texts", source),
    /** What tells whether another file shows the same paper. */
    fingerprint: (source: PaperSource) => ask("fingerprint", source),
    /** An image as the square photo of a person. */
    square: (source: PaperSource) => ask("square", source),
    /** An image as the cover of a text. */
    cover: (source: PaperSource) => ask("cover", source),

    /** The processes that are there at this moment. */
    pids: (): number[] => lanes.flatMap((lane) => lane.pid() ?? []),

    /** Ends the processes and refuses what waits. */
    async close(): Promise<void> {
      closed = true;
      for (const { refuse } of waiting.splice(0)) refuse(new DomainError("unavailable"));
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}
