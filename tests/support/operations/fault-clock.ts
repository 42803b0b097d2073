import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFaketime } from "../../../scripts/lib/system-packages.mjs";
import { until } from "./fault-waiting.ts";

/** How far the clock of a response may be from the expected time, in ms. */
const TOLERANCE = 60_000;
/** Responses with the new time, one after another, until every worker is taken to have it. */
const IN_A_ROW = 10;

/** The wall clock of a server, which can jump while the server runs. Its monotonic clock never jumps. */
export function createJumpingClock() {
  const library = findFaketime();
  if (!library) throw new Error("The tests need libfaketime. `npm test` installs it.");
  const folder = mkdtempSync(join(tmpdir(), "proshno-clock-"));
  const file = join(folder, "now");
  const set = (seconds: number) => {
    // The library reads the file at any moment, so the file must never be empty.
    writeFileSync(`${file}.new`, `${seconds < 0 ? "" : "+"}${seconds}\n`);
    renameSync(`${file}.new`, file);
  };
  set(0);

  return {
    /** The environment of the server. */
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },

    /** Lets the clock jump. @returns when the responses of the server have the new time */
    async jump(seconds: number, origin: string): Promise<void> {
      set(seconds);
      let right = 0;
      await until(async () => {
        const response = await fetch(`${origin}/healthz`, { headers: { connection: "close" } });
        const shown = Date.parse(response.headers.get("date") ?? "");
        right = Math.abs(shown - Date.now() - seconds * 1_000) < TOLERANCE ? right + 1 : 0;
        return right === IN_A_ROW;
      });
    },

    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
