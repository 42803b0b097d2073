import { statuses } from "../../../src/shared/items/status.ts";
import { driveLink, insertItem } from "../archive/factories.ts";
import type { Call } from "./authorization-calls.ts";
import { meets } from "./authorization-observe.ts";
import { lead, post } from "./authorization-page-calls.ts";
import type { MatrixWorld } from "./authorization-world.ts";

const UNKNOWN = "0".repeat(24);

export const isAboutSimilar = (path: string): boolean =>
  /\/compare\/:id$|\/dashboard\/(?:similar|reading)$/.test(path);

/** The requests for rows about similar items, and about details that the server reads in a file. */
export function similarCall(world: MatrixWorld, method: string, path: string, about: string): Call {
  const { archive, owner, targets, covers } = world;
  const status = statuses.find((name) => about.includes(name)) ?? "Pending";
  if (path === "/dashboard/reading") {
    const address = `${path}?file=${covers[status]}`;
    return (me) => () => lead(me.send(address), address);
  }
  if (path === "/dashboard/similar") {
    return async (me) => {
      const link = driveLink();
      const id = await insertItem(archive, "note", { uploader: owner, status, fields: { driveLink: link } });
      const kind = about === "an unknown kind" ? "nothing" : "note";
      const address = `${path}?${new URLSearchParams({ kind, driveLink: link })}`;
      return async () => {
        const cell = await lead(me.send(address), address);
        return cell === 200 ? meets(me.get(address), id) : cell;
      };
    };
  }
  if (method === "GET") {
    const id = about === "unknown" ? UNKNOWN : (targets[status]["question"] as string);
    const address = path.replace(":id", id);
    return (me) => () => lead(me.send(address), address);
  }
  return async (me) => {
    const pair = { uploader: owner, status: "Pending", fields: { driveLink: driveLink() } } as const;
    const [id, other] = [await insertItem(archive, "note", pair), await insertItem(archive, "note", pair)];
    const of = { id, kind: "note", version: "1" };
    const fields: Record<string, Record<string, string>> = {
      approve: { ...of, act: "approve" },
      cancel: { ...of, act: "cancel", reason: "The same" },
      "not the same": { id: other, act: "notSame" },
      "an unknown id": { id: UNKNOWN, act: "notSame" },
    };
    return () => post(me, path.replace(":id", id), fields[about] ?? {});
  };
}
