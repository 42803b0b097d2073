import type { Status } from "../../../src/shared/items/status.ts";
import { driveLink, insertItem } from "../archive/factories.ts";
import type { Call } from "./authorization-calls.ts";
import { outcome } from "./authorization-observe.ts";
import type { MatrixWorld, Person } from "./authorization-world.ts";

/** The calls for rows about links in the archive: whether the person sees the owner's item as a duplicate. */
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
          const { items } = await services.duplicates.find(actor, "note", { driveLink: link });
          return items.some(({ row }) => row.id === id) ? "seen" : "hidden";
        });
    };
  const twins = async () => {
    const fields = { driveLink: driveLink() };
    const item = { uploader: owner, status: "Pending", fields } as const;
    return [await insertItem(archive, "note", item), await insertItem(archive, "note", item)] as const;
  };
  return {
    "duplicates.find | an Approved item": asked("Approved"),
    "duplicates.find | a Pending item": asked("Pending"),
    "duplicates.find | a Cancelled item": asked("Cancelled"),
    "duplicates.counts | of a Pending item": async (me) => {
      const [id] = await twins();
      return () =>
        outcome(async () => {
          const actor = await services.accounts.actor(me.headers);
          return (await services.duplicates.counts(actor, [id]))[id] === 1 ? "seen" : "hidden";
        });
    },
  };
}
