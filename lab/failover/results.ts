import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { type FaultName, faultNames } from "./faults.ts";

/** What one fault did. Times in ms. */
export interface FaultResult {
  fault: FaultName;
  what: string;
  /** Whether there was no leader for a while. */
  hitsLeader: boolean;
  /** When the fault began, as ISO text. */
  at: string;
  /** The longest time without an acknowledged write, and without a successful read. */
  writeGap: number;
  readGap: number;
  /** How long after its end everything was whole again. */
  whole: number;
  acknowledged: number;
  read: number;
  failures: Record<string, number>;
  lost: string[];
  exposed: string[];
  /** Anything else that must not happen. */
  problems: string[];
}

export type Counts = Record<FaultName, number>;

/** The results of all runs of a drill, in a file, so that the next run continues. */
export function openResults(path: string) {
  const read = (): FaultResult[] =>
    existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as FaultResult[]) : [];
  const done = (fault: FaultName) => read().filter((result) => result.fault === fault).length;
  return {
    read,
    /** A kill during this call leaves either the results from before, or all of them. */
    add(result: FaultResult): void {
      writeFileSync(`${path}.part`, JSON.stringify([...read(), result], undefined, 1));
      renameSync(`${path}.part`, path);
    },
    done,
    /**
     * The fault that is furthest behind, so that an interrupted drill has seen all kinds.
     * @returns undefined if all faults have happened often enough
     */
    next(counts: Counts): FaultName | undefined {
      const left = faultNames.filter((name) => done(name) < counts[name]);
      return left.toSorted((one, other) => done(one) / counts[one] - done(other) / counts[other])[0];
    },
  };
}

export type Results = ReturnType<typeof openResults>;
