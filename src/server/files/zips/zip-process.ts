/**
 * The child process that opens one ZIP of a stranger. It has no environment variables, no secrets, and no right to write
 * files or start programs.
 */
import { watchChild } from "../rendering/watch-child.ts";
import { openZipFile, type ZipOnDisk } from "./zip-file.ts";
import type { ZipReply, ZipRequest } from "./zip-messages.ts";
import { ZipRefused } from "./zip-refused.ts";

const [, , memoryLimit = 0, parent = 0, taskTime = 0] = process.argv.map(Number);
/** A piece is sent when it has this size, in bytes. */
const PIECE = 1_000_000;

let zip: ZipOnDisk | undefined;
/** The file that is being unpacked. */
let current: AsyncGenerator<Uint8Array, void> | undefined;

process.on("message", (request: ZipRequest) => void answer(request));
const allowTime = watchChild(memoryLimit, parent, taskTime);

async function answer(request: ZipRequest): Promise<void> {
  allowTime();
  process.send?.(await replyTo(request).catch(asReply));
}

async function replyTo(request: ZipRequest): Promise<ZipReply> {
  if ("open" in request) {
    zip = await openZipFile(request.open);
    return { entries: zip.entries };
  }
  if (request.isFirst) {
    await current?.return();
    current = zip?.unpack(request.entry);
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  const file = current;
  while (file && size < PIECE) {
    const { value, done } = await file.next();
    if (done) break;
    parts.push(value);
    size += value.length;
  }
  return size > 0 ? { piece: Buffer.concat(parts) } : { isEnd: true };
}

function asReply(error: unknown): ZipReply {
  if (error instanceof ZipRefused) return { refusal: error.problem };
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (typeof code === "string") return { fault: { code, ...(syscall !== undefined && { syscall }) } };
  throw error;
}
