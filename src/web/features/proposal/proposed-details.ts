import { departmentLabel } from "../../../shared/courses/departments.ts";
import { cuttingAddress } from "../../../shared/files/files.ts";
import { facets } from "../../../shared/facets/facets.ts";
import type { Kind } from "../../../shared/kinds/index.ts";
import { type Confidence, confidenceOf } from "../../../shared/items/confidence.ts";
import { words } from "../../../shared/text/words.ts";
import type { Proposal } from "../../page/context.ts";

/** A detail that the server read from a file, for one field of the form. */
export interface ProposedDetail {
  /** The name of the form field. */
  field: string;
  /** The value as the field's control expects it. */
  value: string;
  confidence: Confidence;
  /** The line of the file that it was read from. */
  snippet?: string | undefined;
  /** The address of a picture of this line, if its place is known. */
  cutting?: string | undefined;
}

/**
 * The details of a file for the fields of a kind. Details without a field are left out.
 * @param key of the file
 */
export function proposedDetails(kind: Kind, proposal: Proposal, key: string): ProposedDetail[] {
  return Object.entries(kind.fields).flatMap(([field, { column }]) => {
    const detail = column && proposal[column];
    if (!detail) return [];
    const value = column === "department" ? departmentLabel(detail.value) : detail.value;
    const { snippet, place } = detail;
    const cutting = place?.box && cuttingAddress(key, place);
    return [{ field, value, confidence: confidenceOf(detail.confidence), snippet, cutting }];
  });
}

/** Whether a form already has this detail, in any spelling. */
export function isMatching(kind: Kind, { field, value }: ProposedDetail, given: string | undefined): boolean {
  if (!given) return false;
  const column = kind.fields[field]?.column;
  const key = column && facets[column].fold(value);
  return (key && facets[column].fold(given) === key) || words(given).join(" ") === words(value).join(" ");
}
