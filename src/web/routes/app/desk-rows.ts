import { deskFilterOf } from "../../../shared/schemas/desk.ts";
import { formLoader } from "../../page/loaders.ts";

/** A page of the queue with the reader's account. The desk requests it while a moderator works. */
export const loader = formLoader(async ({ services, actor, url }) => {
  const { searchParams } = url;
  const [after, size] = [searchParams.get("after"), searchParams.get("size")];
  const query = { ...deskFilterOf(searchParams), ...(after && { after }), ...(size && { size }) };
  const queue = await services.deskQueue.list(actor, query);
  return Response.json({ ...queue, readerId: actor.id }, { headers: { "cache-control": "no-store" } });
});
