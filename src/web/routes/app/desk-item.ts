import { formLoader } from "../../page/loaders.ts";

/** An item with the details in its file. The desk requests it before the moderator opens it. */
export const loader = formLoader(async ({ services, actor, params }) => {
  const open = await services.deskQueue.open(actor, params["id"] ?? "");
  return Response.json(open, { headers: { "cache-control": "no-store" } });
});
