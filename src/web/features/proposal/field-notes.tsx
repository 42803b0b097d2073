import type { ReactNode } from "react";
import type { Kind } from "../../../shared/kinds/index.ts";
import { useKindWords } from "../../items/kind-words.ts";
import { LinePicture } from "../../items/line-picture.tsx";
import { langOf } from "../../items/item-names.ts";
import { useMessages } from "../../ui/messages.ts";
import type { FormStart } from "../../page/form-start.ts";
import { isMatching, type ProposedDetail } from "./proposed-details.ts";

export interface FieldNotesInput {
  kind: Kind;
  start: FormStart;
  facts: ProposedDetail[];
  /** The current values of the form, by field. */
  values: Record<string, string>;
  /** Puts a detail into its field. Without JavaScript, there is no such button. */
  use?: ((detail: ProposedDetail) => void) | undefined;
}

/** The notes below the fields of a form: the line of the file that a value was read from, or its other origin. */
export function useFieldNotes({
  kind,
  start,
  facts,
  values,
  use,
}: FieldNotesInput): Record<string, ReactNode> {
  const { proposal } = useMessages();
  const { fields } = useKindWords(kind);
  const notes: Record<string, ReactNode> = {};
  for (const [field, origin] of Object.entries(start.origins))
    if (values[field] === start.values[field])
      notes[field] = <p className="proposal-note">{proposal.origins[origin]}</p>;
  for (const detail of facts) {
    const value = values[detail.field] ?? "";
    const label = fields[detail.field]?.label ?? detail.field;
    const shown = fields[detail.field]?.options?.[detail.value] ?? detail.value;
    const { snippet = "", cutting } = detail;
    const line = cutting ? (
      <LinePicture src={cutting} text={snippet} className="proposal-cutting" />
    ) : (
      snippet && <q lang={langOf(snippet)}>{snippet}</q>
    );
    if (isMatching(kind, detail, value))
      notes[detail.field] = (
        <p className="proposal-note">
          <span>{proposal.readFrom[detail.confidence]}</span> {line}
        </p>
      );
    else if (value !== "")
      notes[detail.field] = (
        <p className="proposal-note">
          <span>{proposal.fileSays(shown)}</span>{" "}
          {use && (
            <button type="button" className="plain" onClick={() => use(detail)}>
              {proposal.use}
              <span className="visually-hidden">
                : {label}: {shown}
              </span>
            </button>
          )}
        </p>
      );
  }
  return notes;
}
