import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Steps in which the disk is filled, in bytes: the last bytes are filled in small steps. */
const STEPS = [1_000_000, 4_096, 1];
/** How much longer each fsync takes on a slow disk, in ms, as on a worn memory card. */
const FSYNC_DELAY = 300;

/**
 * A small disk of its own, in memory. Only root can mount it, so `drill-faults.ts` starts itself in a mount
 * namespace, where no mount outlives the drill.
 * @param size in bytes
 */
export function mountSmallDisk(size: number) {
  const folder = mkdtempSync(join(tmpdir(), "proshno-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=0755`, "none", folder]);
  const filler = join(folder, "filler");

  return {
    folder,
    /** Writes until the disk is full. */
    fill(): void {
      const handle = openSync(filler, "a");
      for (const step of STEPS) while (writes(handle, step));
      closeSync(handle);
    },
    makeRoom: () => rmSync(filler, { force: true }),
    close(): void {
      execFileSync("umount", ["--lazy", folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @returns false if the disk is full */
function writes(handle: number, bytes: number): boolean {
  try {
    return writeSync(handle, Buffer.alloc(bytes)) === bytes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") return false;
    throw error;
  }
}

/**
 * Makes every fsync of these processes slow: strace delays the system call itself.
 * @returns a function that makes the disk fast again
 * @throws Error if the system doesn't allow to trace processes
 */
export async function slowDisk(pids: number[]): Promise<() => Promise<void>> {
  const calls = "fsync,fdatasync,sync_file_range";
  const inject = `inject=${calls}:delay_enter=${FSYNC_DELAY * 1_000}`;
  const targets = pids.flatMap((pid) => ["-p", String(pid)]);
  const tracer = spawn(
    "strace",
    ["-f", "-o", "/dev/null", "-e", `trace=${calls}`, "-e", inject, ...targets],
    {
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  const ended = once(tracer, "exit");
  const waiting = new Set(pids);
  let said = "";
  const attached = new Promise<void>((resolve) => {
    createInterface({ input: tracer.stderr }).on("line", (line) => {
      said += `${line}\n`;
      waiting.delete(Number(/^strace: Process (\d+) attached/.exec(line)?.[1]));
      if (waiting.size === 0) resolve();
    });
  });
  const failed = ended.then(() => {
    throw new Error(`strace can't slow the disk: ${said}`);
  });
  failed.catch(() => {});
  await Promise.race([attached, failed]);
  return async () => {
    tracer.kill("SIGINT");
    await ended;
  };
}
