/**
 * The people of the authorization matrix, with one column each. `owner` contributed the items that the rows
 * are about, and `other` contributed a different item. `exAdmin` was an admin at login and still has that
 * cookie. `suspended` is a suspended admin, and `expired` is an admin with an expired session. The items are in the
 * areas of `moderator`, except blogs, which have no university and no department; `outside` moderates another area.
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
  "moderator",
  "outside",
] as const;
export type Principal = (typeof principals)[number];

/** A status, the content of a 200 response (`empty` is `[]`), or the target of a redirect. */
export type Cell = number | "seen" | "hidden" | "empty" | "full" | "masked" | "ok" | "login" | "home";

export interface Row {
  /** An operation's id, a service function or a page. */
  operation: string;
  /** The case that the row describes. The row's name is the operation and this text. */
  about: string;
  /**
   * Tables that a success changes: `+` adds rows, `-` removes rows, `~` changes rows. After a principal's
   * name and a colon, this applies only to that principal's success. A request that fails changes nothing.
   */
  writes: string[];
  expected: Cell[];
}

/** The university of items without a department of the areas of `moderator`, such as books. */
export const UNIVERSITY = "University of the Matrix";

/** Chooses the moderator's cell in a row for several kinds: the first for items of their areas. */
export type InArea = (inside: string, outside: string) => string;
export const inArea: InArea = (inside) => inside;
/** For a kind without a university and a department, so that its items are in nobody's area. */
export const outsideAll: InArea = (_inside, outside) => outside;

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

/** @returns the changes that a success of a principal makes */
export function writesOf(name: Principal, writes: string[]): string[] {
  return writes.flatMap((write) => {
    const [first = "", change] = write.split(":");
    return change === undefined ? [first] : first === name ? [change] : [];
  });
}

export const nameOf = ({ operation, about }: Row): string => `${operation} | ${about}`;

/** An id that no item has. */
export const UNKNOWN = "0".repeat(24);

/** The files of routes that are not named after their path. */
export const routeFiles: Record<string, string> = {
  "/dashboard/pending-questions": "pending",
  "/admin-dashboard/manage-questions": "desk",
  "/admin-dashboard/manage-questions/rows": "desk-rows",
  "/admin-dashboard/manage-questions/item/:id": "desk-item",
  "/admin-dashboard/manage-questions/item/:id/text": "desk-text",
  "/dashboard/contribute/:id": "pile",
  "/dashboard/contribute/:id/rows": "pile-rows",
  "/admin-dashboard/newsletter": "subscribers",
  "/admin-dashboard/trusted-contributors": "trusted",
};
