/**
 * The pause of an archive's writes while it moves to PostgreSQL. SQLite keeps it as a row of `setting`, so
 * every process sees it at its next write.
 */
export interface WritePause {
  /** The id of the move. */
  id: string;
  /**
   * - `draining`: job runners claim no jobs, and all other writes go on.
   * - `copying`: every write is refused.
   * - `moved`: the copy is complete, and every write is refused until the move is cancelled.
   */
  phase: "draining" | "copying" | "moved";
  /** When the lease expires without renewal, in epoch milliseconds. It does not apply to `moved`. */
  until: number;
}

/** The name of the row in `setting`. */
export const WRITE_PAUSE = "writePause";

/** A pause that still applies. @param now epoch milliseconds */
export function currentPause(value: string | undefined, now: number): WritePause | undefined {
  if (value === undefined) return undefined;
  const pause = JSON.parse(value) as WritePause;
  return pause.phase === "moved" || pause.until > now ? pause : undefined;
}

/** The archive is read-only, so it can't be migrated. */
export class PausedArchiveError extends Error {
  readonly code = "PAUSED_ARCHIVE";
  constructor(phase: WritePause["phase"]) {
    super(
      phase === "moved"
        ? "This archive was moved to PostgreSQL, so a new version can't change it. Set DATABASE_URL to the new database, or " +
            "return to the version that moved it and run `npm run migrate-to-postgres -- --cancel`."
        : "This archive is moving to PostgreSQL, so a new version can't change it now. Wait for the end of the move, or cancel " +
            "it with the version that started it.",
    );
  }
}
