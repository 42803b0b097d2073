import { DomainError } from "../../../shared/problems/errors.ts";
import { standaloneKinds } from "../../../shared/kinds/index.ts";
import { presentSimilar, type Similar } from "../../items/similar.tsx";
import { formLoader } from "../../page/loaders.ts";

/** Possible duplicates of the item. The form requests them while the person fills it in. */
export const loader = formLoader(async ({ services, actor, url, present }) => {
  const { kind: name = "", ...fields } = Object.fromEntries(url.searchParams);
  const kind = standaloneKinds.find((candidate) => candidate.name === name);
  if (!kind) throw new DomainError("not_found");
  const similar = presentSimilar(await services.duplicates.find(actor, kind.name, fields), present);
  return Response.json({ similar } satisfies { similar: Similar | undefined }, {
    headers: { "cache-control": "no-store" },
  });
});
