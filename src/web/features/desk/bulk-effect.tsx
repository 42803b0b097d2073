import { deskMessages } from "../../../shared/messages/en-desk.ts";
import type { DeskPreview } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";

export type BulkAction = "approve" | "return" | "set";
export const bulkActions: BulkAction[] = ["approve", "return", "set"];

const SKIPS = ["held", "missing", "unfit", "changed", "own", "outside"] as const;

/** The effect of a decision about many items, as numbers of items. */
export function BulkEffect({ action, counts }: { action: BulkAction; counts: DeskPreview }) {
  const { bulk } = useMessages(deskMessages);
  const skips = SKIPS.filter((name) => counts[name] > 0);
  return (
    <>
      <p>
        <strong>{bulk.effect[action](counts.change)}</strong>
      </p>
      {skips.length > 0 && (
        <>
          <p>{bulk.stay}</p>
          <ul>
            {skips.map((name) => (
              <li key={name}>{bulk.skipped[name](counts[name])}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
