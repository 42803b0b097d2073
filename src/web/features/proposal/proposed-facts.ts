import { departmentLabel } from "../../../shared/departments.ts";
import { facets } from "../../../shared/facets.ts";
import type { Kind } from "../../../shared/kinds/index.ts";
import { type Confidence, confidenceOf } from "../../../shared/confidence.ts";
import { words } from "../../../shared/words.ts";
import type { Proposal } from "../../page/context.ts";

/** A detail that the server read in a file, for one field of its item's form. */
export interface ProposedFact {
  /** The field's name in the form. */
  field: string;
  /** In the form that its control takes. */
  value: string;
  confidence: Confidence;
}

/** The details of a file by the fields of a kind, without details that the kind has no field for. */
export function proposedFacts(kind: Kind, proposal: Proposal): ProposedFact[] {
  return Object.entries(kind.fields).flatMap(([field, { column }]) => {
    const fact = column && proposal[column];
    if (!fact) return [];
    const value = column === "department" ? departmentLabel(fact.value) : fact.value;
    return [{ field, value, confidence: confidenceOf(fact.confidence) }];
  });
}

/** Whether a form already has a detail of its file, in any spelling. */
export function isMatching(kind: Kind, { field, value }: ProposedFact, given: string | undefined): boolean {
  if (!given) return false;
  const column = kind.fields[field]?.column;
  const key = column && facets[column].fold(value);
  return (key && facets[column].fold(given) === key) || words(given).join(" ") === words(value).join(" ");
}
