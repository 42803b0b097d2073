import { MAX_IMAGE_BYTES } from "../files/file-limits.ts";
import { type FacetName, facetNames, facets } from "../facets/facets.ts";
import type { Field } from "./define.ts";
import type { FieldWords } from "./field-types.ts";

/** Fields that several kinds share, with their limits. */
export const text = (extra: Partial<Field> = {}): Field => ({
  type: "text",
  required: true,
  max: 200,
  ...extra,
});
/** The maximum length of a long text, in UTF-16 code units. */
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
/**
 * The maximum length of a link, in characters. An index entry in PostgreSQL can't be larger than 2,704 bytes.
 */
export const LINK_MAX = 2_000;
export const link = (extra: Partial<Field> = {}): Field => ({
  type: "link",
  required: true,
  max: LINK_MAX,
  ...extra,
});
/** A raster image as an https address or a data URL. Base64 makes the image a third larger. */
export const image = (extra: Partial<Field> = {}): Field => ({
  type: "image",
  required: true,
  max: 1.4 * MAX_IMAGE_BYTES,
  ...extra,
});

/** A field that is a facet. It has the rules of the facet. */
export const facet = (column: FacetName, extra: Partial<Field> = {}): Field => ({
  ...facets[column].field,
  column,
  ...extra,
});

/** Payload fields that every contribution can have. The server takes their values from the session. */
export const fromSession = ["status", "userName", "email"] as const;

/** The English texts of the shared fields. */
export const en: Record<string, FieldWords> = {
  ...Object.fromEntries(facetNames.map((name) => [name, facets[name].words.en])),
  driveLink: { label: "Drive link", hint: "The share link of a file in Google Drive, or another https link" },
};
