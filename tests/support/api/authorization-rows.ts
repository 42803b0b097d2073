/**
 * The people of the authorization matrix, one column each:
 * `owner` contributed what the rows are about and `other` contributed something else; `exAdmin` was an admin at
 * sign-in and has the same cookie; `suspended` and `expired` are an admin who was suspended since, and one whose
 * session ran out.
 */
export const principals = [
  "visitor",
  "student",
  "owner",
  "other",
  "admin",
  "exAdmin",
  "suspended",
  "expired",
] as const;
export type Principal = (typeof principals)[number];

/** A status, the content of an answer of 200 (`empty` is `[]`), or the page that a redirect leads to. */
export type Cell = number | "seen" | "hidden" | "empty" | "full" | "masked" | "ok" | "login" | "home";

export interface Row {
  /** An operation's id, a service function or a page. */
  operation: string;
  /** What about it; a row's name is both. */
  about: string;
  /**
   * Tables that a success changes: `+` rows more, `-` rows fewer, `~` a row changed; after a principal's name and a
   * colon, that one's success alone. Nothing changes otherwise.
   */
  writes: string[];
  expected: Cell[];
}

/** Reads rows written as `operation | about | writes | a cell for each principal`. */
export function rows(text: string): Row[] {
  const lines = text.split("\n").map((line) => line.trim());
  return lines
    .filter((line) => line !== "" && !line.startsWith("//"))
    .map((line) => {
      const [operation = "", about = "", writes = "", cells = ""] = line
        .split("|")
        .map((part) => part.trim());
      const expected = cells.split(/\s+/).map((cell) => (/^\d+$/.test(cell) ? Number(cell) : (cell as Cell)));
      if (expected.length !== principals.length) throw new Error(`${line}: needs ${principals.length} cells`);
      return { operation, about, writes: writes === "" ? [] : writes.split(/\s+/), expected };
    });
}

export const nameOf = ({ operation, about }: Row): string => `${operation} | ${about}`;

/** An id that no item has. */
export const UNKNOWN = "0".repeat(24);

/** Where a route's file is not named after its path. */
export const routeFiles: Record<string, string> = {
  "/dashboard/pending-questions": "pending",
  "/admin-dashboard/manage-questions": "queue",
  "/admin-dashboard/newsletter": "subscribers",
};
