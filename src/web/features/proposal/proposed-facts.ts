import { departmentLabel } from "../../../shared/departments.ts";
import { facets } from "../../../shared/facets.ts";
import type { Kind } from "../../../shared/kinds/index.ts";
import { type Confidence, confidenceOf } from "../../../shared/confidence.ts";
import { words } from "../../../shared/words.ts";
import type { Proposal } from "../../page/context.ts";

/** What a file says of itself, for one field of its item's form. */
export interface ProposedFact {
  /** The field's name in the form. */
  field: string;
  /** As its control takes it. */
  value: string;
  confidence: Confidence;
}

/** What a file says, by the fields of a kind; what the kind has no field for is left out. */
export function proposedFacts(kind: Kind, proposal: Proposal): ProposedFact[] {
  return Object.entries(kind.fields).flatMap(([field, { column }]) => {
    const fact = column && proposal[column];
    if (!fact) return [];
    const value = column === "department" ? departmentLabel(fact.value) : fact.value;
    return [{ field, value, confidence: confidenceOf(fact.confidence) }];
  });
}

/** Whether a form says already what a file says of itself, however it is spelled. */
export function isMatching(kind: Kind, { field, value }: ProposedFact, given: string | undefined): boolean {
  if (!given) return false;
  const column = kind.fields[field]?.column;
  const key = column && facets[column].fold(value);
  return (key && facets[column].fold(given) === key) || words(given).join(" ") === words(value).join(" ");
}
