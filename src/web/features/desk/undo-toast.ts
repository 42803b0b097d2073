import type { DeskMessages } from "../../../shared/messages/en-desk.ts";
import type { DeskDecision, Toast } from "../../page/context.ts";

/** The result of an undo, in words. */
export function undoToast({ state, counts }: DeskDecision, { audit }: DeskMessages): Toast {
  if (state === "undoing") return { title: audit.undoing, detail: audit.undoingDetail };
  const { undone = 0, kept = 0 } = counts;
  const details = [undone > 0 && audit.undoneDetail(undone), kept > 0 && audit.keptDetail(kept)];
  const title = undone > 0 ? audit.undone : audit.nothing;
  return { title, detail: details.filter(Boolean).join(" ") };
}
