import type { PaperRefusal } from "./paper.ts";

/** Why the archive has no copy of an item's Drive file, besides the reasons for refusing a file. */
export const driveProblems = [
  "not_public",
  "gone",
  "quota_exceeded",
  "infected",
  "folder",
  "document",
  "not_a_file",
  "elsewhere",
  "private_address",
  "too_many_redirects",
  "too_slow",
  "busy",
  "unreachable",
  "archive_full",
  "account_full",
  "not_stored",
] as const;

export type DriveProblem = (typeof driveProblems)[number];

export type CopyProblem = DriveProblem | PaperRefusal;

/** Problems of the link itself: another attempt gives the same result. */
export const lastingProblems = ["folder", "document"] as const satisfies DriveProblem[];

/** The state of the copy of an item's Drive file, for its contributor and admins. */
export interface CopyState {
  /** `waiting` means that the server will fetch the file, or try again. */
  state: "waiting" | "failed" | "copied";
  /** The reason for a failure; while the item waits, the reason why the last attempt failed. */
  problem: CopyProblem | undefined;
}
