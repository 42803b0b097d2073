import { formLoader } from "../../page/loaders.ts";

/** For a form that a person fills in: the details of its uploaded file, as far as the server has read it. */
export const loader = formLoader(async ({ services, actor, url }) => {
  const key = url.searchParams.get("file") ?? "";
  const proposal = await services.recognition.proposal(actor, key);
  return Response.json({ key, proposal }, { headers: { "cache-control": "no-store" } });
});
