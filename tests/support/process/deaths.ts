import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { JobChoice } from "../../../src/server/platform/index.ts";
import type { DyingRunnerOptions } from "./dying-runner.ts";
import { PLANTED_KIND, PLANTED_WAY, type WayToDie } from "./planted-fault.ts";

const PROGRAM = fileURLToPath(new URL("./dying-runner.ts", import.meta.url));

export interface Planted {
  kind: string;
  way: WayToDie;
  choice?: JobChoice;
}

/**
 * Runs the due jobs of an archive in a process that one kind of job kills.
 * @param now the time, in epoch milliseconds
 * @returns whether the process died, and what its log says about failed jobs
 */
export async function runDying(
  archive: { env: Record<string, string> },
  { kind, way, choice }: Planted,
  now: number,
): Promise<{ died: boolean; log: unknown[] }> {
  const child = fork(
    PROGRAM,
    [JSON.stringify({ now, ...(choice && { choice }) } satisfies DyingRunnerOptions)],
    {
      env: { ...archive.env, PATH: process.env["PATH"], [PLANTED_KIND]: kind, [PLANTED_WAY]: way },
      // A real server has more, but takes longer to fill it.
      execArgv: ["--max-old-space-size=128"],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    },
  );
  const log: unknown[] = [];
  child.on("message", (line) => log.push(line));
  const [code] = (await once(child, "exit")) as [number | null];
  return { died: code !== 0, log };
}
