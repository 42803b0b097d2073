/**
 * An `ordinal` is a number in any usual spelling: 3, 3rd, ৩য়, L-2 T-1, 1(a). A `set` is one or two letters or
 * digits.
 */
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

/** The texts of one field in one language. */
export interface FieldWords {
  label: string;
  hint?: string;
  /** The text that people see for each value of a `choice`. */
  options?: Record<string, string>;
}

/** The rules for the value of one field. */
export interface FieldRules {
  type: FieldType;
  required: boolean;
  /** The maximum length of a value, in UTF-16 code units. */
  max: number;
  /** Whether the API returns an empty optional value as "". Otherwise it leaves the field out. */
  isAlwaysGiven?: boolean;
  /** Examples for the OpenAPI document. */
  examples?: readonly string[];
  /** The values of a `choice`. */
  options?: readonly string[];
}
