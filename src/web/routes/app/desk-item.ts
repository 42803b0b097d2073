import { showItem } from "../../features/desk/desk-view.ts";
import { formLoader } from "../../page/loaders.ts";

/** An item with the details in its file. The desk requests it before the moderator opens it. */
export const loader = formLoader(async ({ services, actor, params, present, messages }) => {
  const open = await services.deskQueue.open(actor, params["id"] ?? "");
  const headers = { "cache-control": "no-store" };
  return Response.json(showItem(open, present, messages), { headers });
});
