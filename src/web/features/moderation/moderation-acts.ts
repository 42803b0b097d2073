import type { Toast } from "../../page/context.ts";
import { fullTitleOf } from "../../items/item-names.ts";
import type { PostedPage } from "../../page/page.ts";

/** A change of an item's status that an admin requested. */
export interface AskedStatus {
  id: string;
  kind: string;
  status: string;
  version?: string | undefined;
  reason?: string;
  /** Whether the contributor may fix the item and send it again. */
  returned?: boolean;
}

/**
 * Sets a status.
 * @returns a toast with the title of the specification and the new status
 */
export async function setStatusAct(page: PostedPage, { id, kind, ...change }: AskedStatus): Promise<Toast> {
  const { services, actor, messages, present } = page;
  const { modified } = await services.resources.setStatus(actor, kind, id, change);
  const item = present(await services.resources.get(actor, kind, id));
  const { updated, updatedDetail, unchangedDetail } = messages.admin;
  return {
    title: updated,
    detail: (modified ? updatedDetail : unchangedDetail)(fullTitleOf(item), item.status),
  };
}

/**
 * Removes an item from the archive, or restores it.
 * @returns the result
 */
export async function removalAct(
  { services, actor, messages, present }: PostedPage,
  act: "remove" | "restore",
  input: { id: string; reason?: string },
): Promise<Toast> {
  const { item, modified } = await services.removal[act](actor, input);
  const { removedTitle, removedDetail, restoredTitle, restoredDetail, unchangedTitle, unchangedDetail } =
    messages.removal;
  const shown = present(item);
  const [title, detail] = !modified
    ? [unchangedTitle, unchangedDetail]
    : act === "remove"
      ? [removedTitle, removedDetail]
      : [restoredTitle, restoredDetail];
  return { title, detail: detail(fullTitleOf(shown), messages.status[shown.status]) };
}
