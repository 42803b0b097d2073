import { insertItem, insertPerson, unique } from "../archive/factories.ts";
import type { TestArchive } from "../platform/archive.ts";
import type { Call } from "./authorization-calls.ts";
import { outcome } from "./authorization-observe.ts";
import { post } from "./authorization-page-calls.ts";
import type { MatrixWorld, Person } from "./authorization-world.ts";

/** The rules as their form sends them, on an archive whose admins changed nothing. */
const RULES = { isOn: "on", items: "20", exceptions: "0", perDay: "20", version: "1" };

/** Inserts a person whom an admin trusts. @returns the email */
export async function insertTrusted(archive: TestArchive, name = `trusted-${unique()}`): Promise<string> {
  const email = await insertPerson(archive, name);
  const { id } = await archive.db.read
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const row = { userId: id, grantedAt: 1, suspendedAt: null, suspendedItemId: null };
  await archive.db.write.insertInto("trustedContributor").values(row).execute();
  return email;
}

/** Inserts an item that trust published, before all others in the queue. @returns its id */
export async function insertUnchecked(
  { archive, owner }: Pick<MatrixWorld, "archive" | "owner">,
  fields: Record<string, string> = {},
): Promise<string> {
  const id = await insertItem(archive, "note", { uploader: owner, fields });
  const publishedAt = 1_000_000 - unique();
  await archive.db.write
    .insertInto("trustedItem")
    .values({ resourceId: id, userId: owner.id, publishedAt, checkedAt: null })
    .execute();
  return id;
}

/** The posts of the pages about trusted contributors, unchecked items and insight; undefined for other rows. */
export function trustPost(world: MatrixWorld, path: string, about: string): Call | undefined {
  const { archive } = world;
  const calls: Record<string, Call> = {
    "save the rules": async (me) => {
      await archive.db.write.deleteFrom("setting").where("name", "=", "trustedContributors").execute();
      return () => post(me, path, { act: "save", ...RULES });
    },
    "trust somebody who does not qualify": async (me) => {
      const email = await insertPerson(archive);
      return () => post(me, path, { act: "trust", email });
    },
    "end the trust": async (me) => {
      const email = await insertTrusted(archive);
      return () => post(me, path, { act: "end", email });
    },
    "mark as checked": async (me) => {
      const id = await insertUnchecked(world);
      return () => post(me, path, { act: "check", id, kind: "note", version: "1" });
    },
    "take out": async (me) => {
      const id = await insertUnchecked(world);
      return () => post(me, path, { act: "takeOut", id, kind: "note", version: "1", reason: "Blurred" });
    },
    "turn the email off": async (me) => {
      await archive.db.write.deleteFrom("waitingMail").execute();
      return () => post(me, path, { mails: "off" });
    },
  };
  return calls[about];
}

/** The calls of service functions about trust and insight. */
export function trustServiceCalls(world: MatrixWorld): Record<string, Call> {
  const { services } = world.archive;
  const actor = (me: Person) => services.accounts.actor(me.headers);
  return {
    "trust.overview | a trusted person": async (me) => {
      const email = await insertTrusted(world.archive);
      return () =>
        outcome(async () => {
          const { trusted } = await services.trust.overview(await actor(me));
          return trusted.some((person) => person.email === email) ? "seen" : "hidden";
        });
    },
    "trust.unchecked | a published item": async (me) => {
      const id = await insertUnchecked(world);
      return () =>
        outcome(async () => {
          const { rows } = await services.trust.unchecked(await actor(me));
          return rows.some((row) => row.id === id) ? "seen" : "hidden";
        });
    },
    "trust.countUnchecked | the number": (me) => () =>
      outcome(async () => void (await services.trust.countUnchecked(await actor(me)))),
    "insight.read | the numbers": (me) => () =>
      outcome(async () => void (await services.insight.read(await actor(me)))),
    "waitingMails.isOn | their own choice": (me) => () =>
      outcome(async () => void (await services.waitingMails.isOn(await actor(me)))),
  };
}
