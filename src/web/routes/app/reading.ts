import { formLoader } from "../../page/loaders.ts";

/** For a form that is being filled in: what its uploaded file says of itself, as far as it is read. */
export const loader = formLoader(async ({ services, actor, url }) => {
  const key = url.searchParams.get("file") ?? "";
  const proposal = await services.recognition.proposal(actor, key);
  return Response.json({ key, proposal }, { headers: { "cache-control": "no-store" } });
});
