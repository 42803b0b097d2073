import { formLoader } from "../../page/loaders.ts";

/**
 * The details that the server has read from an uploaded file so far, and the number of exams in it. The form requests them while the person
 * fills it in.
 */
export const loader = formLoader(async ({ services, actor, url }) => {
  const key = url.searchParams.get("file") ?? "";
  const [proposal, exams] = await Promise.all([
    services.recognition.proposal(actor, key),
    services.piles.examsIn(actor, key),
  ]);
  return Response.json({ key, proposal, exams }, { headers: { "cache-control": "no-store" } });
});
