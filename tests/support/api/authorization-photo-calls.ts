import { unique } from "../archive/factories.ts";
import { VISIT } from "../platform/archive.ts";
import type { Call } from "./authorization-calls.ts";
import { lead, post } from "./authorization-page-calls.ts";
import type { MatrixWorld, Person } from "./authorization-world.ts";
import { photo } from "../files/photo.ts";

/**
 * The requests for rows about profile photos: who sees the owner's photo, and what people do with their own.
 */
export function photoCall({ archive, owner }: MatrixWorld, path: string, about: string): Call {
  const { services, db } = archive;
  const give = async (user: Parameters<typeof services.photos.give>[0]) =>
    services.photos.give(user, await photo(unique() % 256), VISIT.client);
  const actorOf = (me: Person) => services.accounts.actor(me.headers);
  const calls: Record<string, Call> = {
    "the owner's photo": async (me) => {
      await give(owner);
      return async () => {
        const users = db.read.selectFrom("users").select("photoKey").where("id", "=", owner.id);
        return lead(me.send(`/files/${(await users.executeTakeFirstOrThrow()).photoKey}`), path);
      };
    },
    "a new profile photo": async (me) => {
      const actor = await actorOf(me);
      if (actor) await services.photos.remove(actor);
      const body = new FormData();
      const profile = {
        displayName: "Me",
        email: me.email,
        department: "CSE",
        roll: "1",
        university: "BUET",
      };
      for (const [name, value] of Object.entries(profile)) body.set(name, value);
      body.set("photo", new File([Buffer.from(await photo(unique() % 256))], "me.jpg"));
      return () => lead(me.send(path, { method: "POST", body }), path);
    },
    "without a profile photo": async (me) => {
      const actor = await actorOf(me);
      if (actor) await give(actor);
      return () => post(me, path, { act: "removePhoto" });
    },
  };
  const call = calls[about];
  if (!call) throw new Error(`Nothing asks ${path} | ${about}`);
  return call;
}
