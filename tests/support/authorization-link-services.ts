import type { Status } from "../../src/shared/status.ts";
import { driveLink, insertItem } from "../factories.ts";
import type { Call } from "./authorization-calls.ts";
import { outcome } from "./authorization-observe.ts";
import type { MatrixWorld, Person } from "./authorization-world.ts";

/** How the rows about links that are in the archive already are asked: whether one meets the owner's item. */
export function linkServiceCalls({ archive, owner }: MatrixWorld): Record<string, Call> {
  const { services } = archive;
  const asked =
    (status: Status): Call =>
    async (me: Person) => {
      const link = driveLink();
      const id = await insertItem(archive, "note", { uploader: owner, status, fields: { driveLink: link } });
      return () =>
        outcome(async () => {
          const actor = await services.accounts.actor(me.headers);
          return (await services.resources.sameLink(actor, link))?.row?.id === id ? "seen" : "hidden";
        });
    };
  return {
    "resources.sameLink | an Approved item": asked("Approved"),
    "resources.sameLink | a Pending item": asked("Pending"),
    "resources.sameLink | a Cancelled item": asked("Cancelled"),
  };
}
