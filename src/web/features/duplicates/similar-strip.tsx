import { BETTER_COPY_FIELD } from "../../../shared/files/files.ts";
import type { Kind } from "../../../shared/kinds/index.ts";
import { BetterCopyField, type Similar, SimilarNotice, useWholeName } from "../../items/similar.tsx";
import type { Attempt } from "../../page/forms.ts";
import { useMessages } from "../../ui/messages.ts";

export interface SimilarStripProps {
  kind: Kind;
  similar: Similar | undefined;
  /** See `SimilarNotice`. */
  asksMonth: boolean;
  attempt: Attempt | undefined;
}

/**
 * Names a possible duplicate while the person fills in the form. The strip always has the same height, so that the buttons
 * below don't move; the person opens it for the details.
 */
export function SimilarStrip({ kind, similar, asksMonth, attempt }: SimilarStripProps) {
  const { similar: words } = useMessages();
  const wholeName = useWholeName();
  const [first, ...others] = similar?.items ?? [];
  const found = first ? words.found(wholeName(first.item), others.length) : words.foundWaiting;
  return (
    <div className="similar-strip">
      {/* A screen reader reads changes only of an element that stays. */}
      <p className="visually-hidden" role="status">
        {similar && found}
      </p>
      {similar ? (
        // The person confirms only the duplicates that they saw.
        <details key={keyOf(similar)} open={attempt?.problems[BETTER_COPY_FIELD] !== undefined}>
          <summary>
            <span>{found}</span>
          </summary>
          <SimilarNotice {...similar} asksMonth={asksMonth} />
          <BetterCopyField kind={kind} items={similar.items} attempt={attempt} />
          <label className="check">
            <input type="checkbox" name="confirmed" value="similar" />
            {words.isDifferent}
          </label>
        </details>
      ) : (
        <>
          <p className="hint">{words.looking}</p>
          <BetterCopyField kind={kind} items={[]} attempt={attempt} />
        </>
      )}
    </div>
  );
}

const keyOf = ({ items, awaits }: Similar): string =>
  [...items.map(({ item }) => item._id), awaits].join(" ");
