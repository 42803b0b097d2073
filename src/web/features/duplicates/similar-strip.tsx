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
  return (
    <div className="similar-strip" role="status">
      {similar ? (
        <details>
          <summary>
            <span>{first ? words.found(wholeName(first.item), others.length) : words.foundWaiting}</span>
          </summary>
          <SimilarNotice {...similar} asksMonth={asksMonth} />
          <BetterCopyField kind={kind} items={similar.items} attempt={attempt} />
          <label className="check">
            <input type="checkbox" name="confirmed" value="similar" />
            {words.isDifferent}
          </label>
        </details>
      ) : (
        <p className="hint">{words.looking}</p>
      )}
    </div>
  );
}
