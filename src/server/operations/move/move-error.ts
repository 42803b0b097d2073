/**
 * The reasons why a move to PostgreSQL can't start or continue.
 * - `noArchive`: the data folder has no SQLite archive.
 * - `olderSchema`, `newerSchema`: the archive is from a different version of Proshno.
 * - `notEmpty`: the PostgreSQL database has tables.
 * - `encoding`: the PostgreSQL database is not in UTF-8.
 * - `cancelled`: the PostgreSQL database holds a move that was cancelled.
 * - `inUse`: a server already uses the PostgreSQL database.
 * - `otherMove`: the PostgreSQL database holds the move of a different archive.
 * - `busy`: a different move of this archive is running, or stopped a short time ago.
 * - `running`: this move is already running in a different process.
 * - `moved`: the archive was moved to a different database.
 * - `lapsed`: the read-only mode ended during the copy.
 * - `character`: a row has a character that PostgreSQL can't store.
 * - `different`: a table is not the same on both databases.
 */
export type MoveProblem =
  | "noArchive"
  | "olderSchema"
  | "newerSchema"
  | "notEmpty"
  | "encoding"
  | "cancelled"
  | "inUse"
  | "otherMove"
  | "busy"
  | "running"
  | "moved"
  | "lapsed"
  | "character"
  | "different";

/** An error that the operator can fix. The command explains it. */
export class MoveError extends Error {
  readonly problem: MoveProblem;
  /** The table, for `character` and `different`. */
  readonly table: string | undefined;

  constructor(problem: MoveProblem, table?: string) {
    super(problem);
    this.name = "MoveError";
    this.problem = problem;
    this.table = table;
  }
}
