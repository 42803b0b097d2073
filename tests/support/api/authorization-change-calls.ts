import { insertItem, payloadOf, unique } from "../archive/factories.ts";
import { VISIT } from "../platform/archive.ts";
import type { Call } from "./authorization-calls.ts";
import { itemCall } from "./authorization-moderation-calls.ts";
import { meets } from "./authorization-observe.ts";
import { lead, post } from "./authorization-page-calls.ts";
import { UNIVERSITY, UNKNOWN } from "./authorization-rows.ts";
import type { MatrixWorld } from "./authorization-world.ts";

export const isAboutChanges = (path: string, about: string): boolean =>
  path.includes("/change/:id") || about.includes("change");

/** The requests for rows about changes to the owner's approved item. */
export function changeCall(world: MatrixWorld, method: string, path: string, about: string): Call {
  const { archive, owner } = world;
  const asOwner = { ...owner, role: "student" } as const;
  if (!about.includes("change") && method === "GET") return itemCall(world, path, about);
  return async (me) => {
    const word = `canary${unique()}`;
    const id = await insertItem(archive, "book", { uploader: owner });
    const { changes, resources } = archive.services;
    await resources.edit(
      asOwner,
      id,
      payloadOf("book", { author: word, university: UNIVERSITY }),
      VISIT.client,
    );
    const change = (await changes.find(asOwner, id)).change?.id;
    const address = path.replace(":id", about === "an unknown id" ? UNKNOWN : id);
    if (method === "GET")
      return async () => {
        if (about.endsWith("alone")) {
          const { text } = await me.get(`${address}?_routes=routes/app/change`);
          return text.includes(word) ? "seen" : "hidden";
        }
        const cell = await lead(me.send(address), address);
        return cell === 200 ? meets(me.get(address), word) : cell;
      };
    if (about.startsWith("withdraw")) return () => post(me, address, { act: "withdraw", change });
    const outcome = about.startsWith("reject") ? "refused" : "approved";
    return () => post(me, address, { change, outcome, version: "1" });
  };
}
