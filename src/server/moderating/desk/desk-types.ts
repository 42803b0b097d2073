import type { DetailState } from "../../../shared/moderating/desk.ts";
import type { Confidence } from "../../../shared/items/confidence.ts";
import type { User } from "../../../shared/people/policy.ts";
import type { LinePlace } from "../../files/index.ts";
import type { ChangeTable, DeskDecisionItemTable, ResourceTable } from "../../platform/index.ts";

/** The doubts about a waiting item, as field names of its kind. All are empty if all details were read. */
export interface Doubts {
  /** Fields without a value that the item needs, or that were read from its file. */
  missing: string[];
  /** Fields for which the file says something else. */
  check: string[];
  /** Fields that only the contributor filled in, and details of the exam that nobody did: the file doesn't say them. */
  unread: string[];
}

/** A detail of an item beside the one in its file. */
export interface DeskDetail {
  /** The field of the kind. */
  name: string;
  value: string | undefined;
  isRequired: boolean;
  state: DetailState;
  /** The value that the server read from the file; undefined if it read none. */
  read:
    | { value: string; confidence: Confidence; snippet: string | undefined; place: LinePlace | undefined }
    | undefined;
}

/** The values that an undo restores. */
export interface Before {
  columns: Partial<ResourceTable>;
  /** The public item whose file the decision replaced, with its version after that. */
  replaced?: { id: string; after: number; columns: Partial<ResourceTable> } | undefined;
  /** The change that the decision applied or refused. */
  change?: ChangeTable | undefined;
}

/** The result of a decision for an item. */
export type Applied = Pick<DeskDecisionItemTable, "before" | "after" | "fileKey" | "entryId">;

export interface Deciding {
  decisionId: string;
  by: User;
  /** The time of the decision, in epoch milliseconds. */
  at: number;
}
