import { constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";

/** Windows has neither flag. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants;

/**
 * Opens a file that this archive wrote. A link, which could lead out of the folder, and a pipe or device, which could
 * block, count as missing.
 * @throws an error with code ENOENT; the system's error
 */
export async function openOwn(path: string, flags: number = O_RDONLY): Promise<FileHandle> {
  const file = await open(path, flags | O_NOFOLLOW | O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ELOOP" ? missing(path) : error;
  });
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw missing(path);
}

/** Reads a file that this archive wrote. @throws the errors of `openOwn` */
export async function readOwn(path: string): Promise<Buffer<ArrayBuffer>> {
  const file = await openOwn(path);
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/**
 * Checks a file before its path goes to a library or a child process.
 * @throws an error with code ENOENT if it is missing or no file; the system's error
 */
export async function requireOwn(path: string): Promise<void> {
  if (!(await lstat(path)).isFile()) throw missing(path);
}

/** Returns the error that the system has for a missing file. */
function missing(path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`ENOENT: no file of the archive, '${path}'`), { code: "ENOENT", path });
}
