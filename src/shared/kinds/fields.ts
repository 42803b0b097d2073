import { MAX_IMAGE_BYTES } from "../file-limits.ts";
import { type FacetName, facetNames, facets } from "../facets.ts";
import type { Field } from "./define.ts";
import type { FieldWords } from "./field-types.ts";

/** Fields that several kinds share, with the bounds of each. */
export const text = (extra: Partial<Field> = {}): Field => ({
  type: "text",
  required: true,
  max: 200,
  ...extra,
});
/** The longest long text, in UTF-16 code units. */
export const LONGEST_TEXT = 100_000;
export const longText = (extra: Partial<Field> = {}): Field => ({
  type: "longText",
  required: true,
  max: LONGEST_TEXT,
  ...extra,
});
export const ordinal = (extra: Partial<Field> = {}): Field => ({
  type: "ordinal",
  required: true,
  max: 60,
  ...extra,
});
/** The longest address, in characters; an index entry of PostgreSQL holds 2,704 bytes. */
export const LINK_MAX = 2_000;
export const link = (extra: Partial<Field> = {}): Field => ({
  type: "link",
  required: true,
  max: LINK_MAX,
  ...extra,
});
/** A raster image as an https address or a data URL. Base64 takes a third more than the bytes. */
export const image = (extra: Partial<Field> = {}): Field => ({
  type: "image",
  required: true,
  max: 1.4 * MAX_IMAGE_BYTES,
  ...extra,
});

/** A field that is a facet, by the rules of the facet. */
export const facet = (column: FacetName, extra: Partial<Field> = {}): Field => ({
  ...facets[column].field,
  column,
  ...extra,
});

/** Payload fields that every contribution may carry and the server takes from the session. */
export const fromSession = ["status", "userName", "email"] as const;

/** English words of the shared fields. */
export const en: Record<string, FieldWords> = {
  ...Object.fromEntries(facetNames.map((name) => [name, facets[name].words.en])),
  driveLink: { label: "Drive link", hint: "The share link of a file in Google Drive, or another https link" },
};
