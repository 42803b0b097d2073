import type { DeskMessages } from "../../../shared/messages/desk.ts";
import type { DeskDecision, Toast } from "../../page/context.ts";

/** What an undo did, in words. */
export function undoToast({ state, counts }: DeskDecision, { audit }: DeskMessages): Toast {
  if (state === "undoing") return { title: audit.undoing, detail: audit.undoingDetail };
  const kept = counts.kept ?? 0;
  const details = [audit.undoneDetail(counts.undone ?? 0), ...(kept > 0 ? [audit.keptDetail(kept)] : [])];
  return { title: audit.undone, detail: details.join(" ") };
}
