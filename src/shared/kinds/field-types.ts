/** An `ordinal` is a number as people write it: 3, 3rd, ৩য়, L-2 T-1, 1(a); a `set` is one or two letters or digits. */
export type FieldType =
  | "text"
  | "longText"
  | "ordinal"
  | "year"
  | "department"
  | "choice"
  | "set"
  | "link"
  | "image";

/** Words of one field in one language. */
export interface FieldWords {
  label: string;
  hint?: string;
  /** What a person reads for each value of a `choice`. */
  options?: Record<string, string>;
}

/** The rules for the value of one field. */
export interface FieldRules {
  type: FieldType;
  required: boolean;
  /** Longest value accepted, in UTF-16 code units. */
  max: number;
  /** Whether answers hold a blank optional value as an empty string; otherwise they leave it out. */
  isAlwaysGiven?: boolean;
  /** For the OpenAPI document. */
  examples?: readonly string[];
  /** Values of a `choice`. */
  options?: readonly string[];
}
