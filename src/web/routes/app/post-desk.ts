import { invalid } from "../../../shared/problems/errors.ts";
import { deskMessages } from "../../../shared/messages/en-desk.ts";
import { messagesIn } from "../../../shared/messages/index.ts";
import { fullTitleOf } from "../../items/item-names.ts";
import type { Toast } from "../../page/context.ts";
import { formFields } from "../../page/forms.ts";
import type { PostedPage } from "../../page/page.ts";
import { askedReason } from "../../features/moderation/asked-reason.ts";
import { undoToast } from "../../features/desk/undo-toast.ts";
import { removalAct } from "../../features/moderation/moderation-acts.ts";

/**
 * Runs a form of the desk, for browsers without JavaScript.
 * @returns the result
 * @throws DomainError as the services
 */
export async function postDesk(page: PostedPage): Promise<Toast> {
  const { services, actor, form, locale, messages } = page;
  const words = messagesIn(locale, deskMessages);
  const { id = "", act, version, reason, other, decision = "" } = formFields(form);
  if (act === "delete") return removalAct(page, "remove", { id, reason: askedReason(reason) });
  if (act === "undo") return undoToast(await services.deskDecisions.undo(actor, decision), words);
  if (act !== "approve" && act !== "return") throw invalid("act", "invalid");
  const asked =
    act === "approve" ? { action: act } : { action: act, reason: askedReason(other?.trim() || reason) };
  await services.deskDecisions.decide(actor, id, { ...asked, version, requestId: crypto.randomUUID() });
  const item = await services.deskQueue.open(actor, id);
  const title = fullTitleOf(item);
  const { returned, returnedDetail } = words.plain;
  const { updated, updatedDetail } = messages.admin;
  return act === "approve"
    ? { title: updated, detail: updatedDetail(title, messages.status[item.status]) }
    : { title: returned, detail: returnedDetail(title) };
}
