import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { MB } from "../../../shared/text/bytes.ts";
import { MAX_LARGE_PDF_BYTES, MAX_PAPER_BYTES } from "../../../shared/files/file-limits.ts";
import { startLimitedChild } from "../rendering/limited-child.ts";
import type { ZipListing, ZipReply, ZipRequest } from "./zip-messages.ts";
import { ZipRefused } from "./zip-refused.ts";

export interface ZipOptions {
  /** The limit for the process that opens the ZIP, in bytes. */
  memoryLimit: number;
  /** The processor time for the directory, and for each megabyte of a file, in ms. */
  timeLimit: number;
  /** Stops the reading of the directory. */
  signal: AbortSignal;
}

const DEFAULTS: Omit<ZipOptions, "signal"> = { memoryLimit: 300 * MB, timeLimit: 8_000 };
const PROGRAM = fileURLToPath(new URL("./zip-process.ts", import.meta.url));
/** The limit of V8's heap, in MiB. */
const HEAP = 64;
/** How long the process may take to start, in ms. A busy machine is slow. */
const START_LIMIT = 30_000;
/** On a busy machine a task takes longer than its processor time. After this multiple, we kill the process. */
const WALL_TIME_FACTOR = 8;
/** How often a ZIP or a file is tried if the process ends. The machine may have killed the first one. */
const MAX_TRIES = 2;

/** A file of a ZIP. Hidden files and folders are left out. */
export interface ZipEntry extends ZipListing {
  /**
   * Unpacks the file into memory.
   * @param signal stops the reading
   * @throws ZipRefused zipEntryBroken; the system's error; the signal's reason
   */
  read(signal: AbortSignal): Promise<Uint8Array>;
  /**
   * Unpacks a large PDF to the disk.
   * @param signal stops the writing
   * @throws ZipRefused zipEntryBroken; the system's error; the signal's reason
   */
  save(path: string, signal: AbortSignal): Promise<void>;
}

/** The process did not start. Another attempt may succeed. */
class ZipNotOpened extends Error {
  override name = "ZipNotOpened";
}

/** A fault of the disk, such as a file that is gone. */
class ZipFault extends Error {
  readonly code: string;
  readonly syscall: string | undefined;

  constructor({ code, syscall }: { code: string; syscall?: string }) {
    super(code);
    this.name = "ZipFault";
    this.code = code;
    this.syscall = syscall;
  }
}

/**
 * Opens a ZIP of a stranger in a process of its own, which reads the directory and unpacks the files, so that neither needs
 * the memory of the server. The server gets a short list, and the bytes of one file at a time, a megabyte at a time.
 * @param path of the ZIP
 * @throws ZipRefused if the ZIP can't be read, has too many files, or is made to harm; ZipNotOpened; the system's error,
 * with its code; the signal's reason
 */
export async function openZip(path: string, options: Partial<ZipOptions> = {}) {
  const { memoryLimit, timeLimit, signal: opening } = { ...DEFAULTS, ...options };
  let child: Awaited<ReturnType<typeof startLimitedChild>> | undefined;

  /** @returns the answer; undefined if the process ended */
  async function ask(request: ZipRequest): Promise<ZipReply | undefined> {
    const answer = await child?.ask<ZipReply>(request, timeLimit * WALL_TIME_FACTOR);
    if (!answer || !("reply" in answer)) return undefined;
    const { reply } = answer;
    if ("refusal" in reply) throw new ZipRefused(reply.refusal.code, reply.refusal.param);
    if ("fault" in reply) throw new ZipFault(reply.fault);
    return reply;
  }

  /** Makes sure that a process has the ZIP open. @returns undefined if the process ended @throws as `openZip` */
  async function listing(stop: AbortSignal | undefined): Promise<ZipListing[] | undefined> {
    stop?.throwIfAborted();
    child = await startLimitedChild(PROGRAM, {
      args: [memoryLimit, process.pid, timeLimit].map(String),
      heap: HEAP,
      startLimit: START_LIMIT,
    });
    stop?.throwIfAborted();
    if (!child.alive()) throw new ZipNotOpened();
    const reply = await ask({ open: path });
    return reply && "entries" in reply ? reply.entries : undefined;
  }

  /** Sends a file in pieces. @throws ZipRefused zipEntryBroken, EndedEarly, ZipFault, the signal's reason */
  async function* pieces(entry: number, maxBytes: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    signal.throwIfAborted();
    if (!child?.alive() && !(await listing(signal))) throw new EndedEarly();
    let size = 0;
    for (let isFirst = true; ; isFirst = false) {
      const reply = await ask({ entry, isFirst });
      signal.throwIfAborted();
      if (!reply) throw new EndedEarly();
      if (!("piece" in reply)) return;
      size += reply.piece.length;
      if (size > maxBytes) throw new ZipRefused("zipEntryBroken");
      yield reply.piece;
    }
  }

  /** Ends the process if the signal aborts while the work runs. @throws the signal's reason; the errors of the work */
  async function stoppable<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const stop = () => void child?.end();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  async function tried<T>(problem: "zipUnreadable" | "zipEntryBroken", work: () => Promise<T | undefined>) {
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      const done = await work().catch((error: unknown) => {
        if (error instanceof EndedEarly) return undefined;
        throw error;
      });
      if (done !== undefined) return done;
    }
    throw new ZipRefused(problem);
  }

  const entryOf = (found: ZipListing, index: number): ZipEntry => ({
    ...found,
    read: (signal) =>
      stoppable(signal, () =>
        tried("zipEntryBroken", async () => {
          const parts: Uint8Array[] = [];
          for await (const piece of pieces(index, MAX_PAPER_BYTES, signal)) parts.push(piece);
          return Buffer.concat(parts);
        }),
      ),
    save: async (to, signal) => {
      await stoppable(signal, () =>
        tried("zipEntryBroken", async () => {
          await pipeline(pieces(index, MAX_LARGE_PDF_BYTES, signal), createWriteStream(to), { signal });
          return true;
        }),
      );
    },
  });

  const close = async () => child?.end();
  try {
    const found = await stoppable(opening, () => tried("zipUnreadable", () => listing(opening)));
    return { entries: found.map(entryOf), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The process ended before it had sent the whole file. */
class EndedEarly extends Error {}
