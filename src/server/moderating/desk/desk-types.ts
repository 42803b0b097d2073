import type { DetailState } from "../../../shared/moderating/desk.ts";
import type { Confidence } from "../../../shared/items/confidence.ts";
import type { LinePlace } from "../../files/index.ts";

/** The doubts about a waiting item, as field names of its kind. All empty: "All details read". */
export interface Doubts {
  /** Fields without a value that the item needs, or that were read from its file. */
  missing: string[];
  /** Fields for which the file says something else. */
  check: string[];
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
