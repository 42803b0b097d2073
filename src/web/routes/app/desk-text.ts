import { formLoader } from "../../page/loaders.ts";

/** The text of an item's file, or of the file of its waiting change: the first 30 pages. */
export const loader = formLoader(async ({ services, actor, params }) => {
  const { fileKey } = await services.deskQueue.open(actor, params["id"] ?? "");
  const texts = fileKey === undefined ? undefined : await services.recognition.pageTexts(actor, fileKey);
  const { pages = [], isWaiting = false } = texts ?? {};
  return Response.json({ pages, isWaiting }, { headers: { "cache-control": "no-store" } });
});
