import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeMemoryFolder } from "./memory-folder.ts";

/**
 * Makes a folder in memory for a whole run, unless TMPDIR names a folder. @returns a function that removes it
 */
export default function setup(): () => void {
  // Node caches the compiled code of the many short programs that tests start.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), "proshno-compiled");
  if (process.env.TMPDIR) return () => {};
  const folder = makeMemoryFolder();
  if (!folder) return () => {};
  process.env.TMPDIR = folder;
  return () => {
    delete process.env.TMPDIR;
    rmSync(folder, { recursive: true, force: true });
  };
}
