/** Error codes for a full disk, a used-up quota, and a file that is too large for the system. */
const FULL = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
/**
 * Error codes for a disk that fails or can't be written, and for too many open files or processes or too
 * little memory.
 */
const UNWRITABLE = new Set(["EROFS", "EACCES", "EPERM", "EIO", "EMFILE", "ENFILE", "EAGAIN", "ENOMEM"]);
const POSTGRES_FULL = "53100";
const SQLITE_FULL = 13;

/** The reason that the uploader sees: no space is left, or storage is unavailable. */
export function storageFailure(error: unknown): "no_room" | "unavailable" | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, errcode } = error as { code?: string; errcode?: number };
  if (errcode === SQLITE_FULL || code === POSTGRES_FULL) return "no_room";
  // The file behind a form's blob can't be opened; Node doesn't say why.
  if (error.name === "NotReadableError") return "unavailable";
  if (code === undefined) return undefined;
  if (FULL.has(code)) return "no_room";
  return UNWRITABLE.has(code) ? "unavailable" : undefined;
}
