import { formLoader } from "../../page/loaders.ts";

/**
 * The details that the server has read from an uploaded file so far. The form requests them while the person
 * fills it in.
 */
export const loader = formLoader(async ({ services, actor, url }) => {
  const key = url.searchParams.get("file") ?? "";
  const proposal = await services.recognition.proposal(actor, key);
  return Response.json({ key, proposal }, { headers: { "cache-control": "no-store" } });
});
