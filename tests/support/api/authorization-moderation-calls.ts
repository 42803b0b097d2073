import { standaloneKinds } from "../../../src/shared/kinds/index.ts";
import { statuses } from "../../../src/shared/items/status.ts";
import { insertItem, insertReport, insertTakedown, payloadOf, unique } from "../archive/factories.ts";
import { VISIT } from "../platform/archive.ts";
import {
  insertDepartmentMerge,
  twoDepartments,
  universityForm,
  unknownUniversity,
  usedUniversity,
} from "../archive/universities.ts";
import type { Call } from "./authorization-calls.ts";
import { lead, post } from "./authorization-page-calls.ts";
import type { MatrixWorld } from "./authorization-world.ts";

const UNKNOWN = "0".repeat(24);

/** The form that corrects an item of the owner, in the status that the row names. */
export function itemCall({ targets }: MatrixWorld, path: string, about: string): Call {
  const status = statuses.find((name) => about.includes(name));
  const address = path.replace(":id", (status && targets[status]["question"]) ?? UNKNOWN);
  return (me) => () => lead(me.send(address), address);
}

/** The post that corrects, removes or decides on an item of the owner; undefined for other rows. */
export function moderationPost(
  { archive, owner, targets, admin }: MatrixWorld,
  path: string,
  about: string,
): Call | undefined {
  const asOwner = { ...owner, role: "student" } as const;
  const fresh = (kind: string, status: (typeof statuses)[number]) =>
    insertItem(archive, kind, { status, uploader: owner });
  if (path === "/copyright") {
    const status = statuses.find((name) => about.includes(name)) ?? "Pending";
    return (me) => () => post(me, path, claimOf(`/book-details/${targets[status]["book"]}`));
  }
  if (path.includes("/edit/:id")) {
    const status = statuses.find((name) => about.includes(name)) ?? "Pending";
    return async (me) => {
      const address = path.replace(":id", await fresh("note", status));
      return () => post(me, address, payloadOf("note"));
    };
  }
  const claimed = (outcome: string): Call => {
    return async (me) => {
      const itemId = await fresh("note", "Approved");
      const id = await insertTakedown(archive, { itemId });
      return () => post(me, path, { id, outcome, note: "So it is" });
    };
  };
  const reported = (fields: Record<string, string>): Call => {
    return async (me) => {
      const id = await fresh("note", "Approved");
      await insertReport(archive, { itemId: id });
      return () => post(me, path, { id, kind: "note", version: "1", ...fields });
    };
  };
  const mine = standaloneKinds.find(({ pages }) => path === `/dashboard/${pages.mine}`);
  const calls: Record<string, Call> = {
    "delete the owner's": async (me) => {
      const id = await fresh(mine?.name ?? "", "Approved");
      return () => post(me, path, { id });
    },
    approve: async (me) => {
      const id = await fresh("note", "Pending");
      return () => post(me, path, { id, kind: "note", act: "approve", version: "1" });
    },
    return: async (me) => {
      const id = await fresh("note", "Pending");
      return () => post(me, path, { id, act: "return", reason: "Blurred", version: "1" });
    },
    "undo a decision of the admin": async (me) => {
      const decision = { requestId: `matrix${unique()}`, action: "approve", version: 1 };
      const id = await fresh("note", "Pending");
      const decided = await archive.services.deskDecisions.decide(await admin(), id, decision);
      return () => post(me, path, { act: "undo", decision: decided.id });
    },
    "an unknown decision": async (me) => () => post(me, path, { decision: UNKNOWN }),
    delete: async (me) => {
      const id = await fresh("note", "Pending");
      return () => post(me, path, { id, kind: "note", act: "delete", reason: "Blurred" });
    },
    "remove an item": async (me) => {
      const id = await fresh("book", "Approved");
      return () => post(me, path, { id, act: "remove", reason: "Blurred" });
    },
    "restore an item": async (me) => {
      const id = await fresh("book", "Approved");
      await archive.db.write
        .updateTable("resource")
        .set({ status: "Cancelled", removedFrom: "Approved" })
        .where("id", "=", id)
        .execute();
      return () => post(me, path, { id, act: "restore" });
    },
    "accept a claim": claimed("accepted"),
    "reject a claim": claimed("refused"),
    "a decided claim": async (me) => {
      const id = await insertTakedown(archive, { decidedAt: 1, outcome: "refused", note: "No" });
      return () => post(me, path, { id, outcome: "accepted", note: "Yes" });
    },
    "cancel the item": reported({ act: "cancel", reason: "Blurred" }),
    "remove the item": reported({ act: "remove", reason: "Blurred" }),
    "dismiss reports": reported({ act: "dismiss", until: "9".repeat(15) }),
    handled: async (me) => {
      const id = String(unique());
      const message = {
        name: "N",
        email: "n@example.edu",
        sub: "S",
        mess: "M",
        createdAt: 1,
        handledAt: null,
      };
      await archive.db.write
        .insertInto("contactMessage")
        .values({ id, ...message })
        .execute();
      return () => post(me, path, { id, handled: "yes" });
    },
    grant: async (me) => {
      const id = await fresh("book", "Approved");
      await archive.services.removal.request(asOwner, id);
      return () => post(me, path, { id, outcome: "granted" });
    },
    refuse: async (me) => {
      const id = await fresh("book", "Approved");
      await archive.services.removal.request(asOwner, id);
      return () => post(me, path, { id, outcome: "refused" });
    },
    "add a short name": async (me) => () =>
      post(me, path, { act: "add", alias: `short${unique()}`, phrase: "a long name" }),
    "remove a short name": async (me) => {
      const alias = { alias: `short${unique()}`, phrase: "a long name" };
      await archive.services.aliases.add({ ...asOwner, role: "admin" }, alias);
      return () => post(me, path, { act: "remove", ...alias });
    },
    "add a university": async (me) => {
      await archive.services.universities.reconcile();
      const name = `New University ${unique()}`;
      return () => post(me, path, { act: "add", name, banglaName: "", otherNames: "" });
    },
    "confirm a university": async (me) => {
      const form = await universityForm(archive, await unknownUniversity(archive));
      return () => post(me, path, { act: "save", ...form });
    },
    "merge a university": async (me) => {
      const id = await unknownUniversity(archive);
      const into = await usedUniversity(archive);
      return () => post(me, path, { act: "merge", id, into });
    },
    "merge a department": async (me) => {
      const university = await twoDepartments(archive);
      const merge = { act: "merge", department: "stat", into: "Statistics" };
      return () => post(me, `${path}?${new URLSearchParams({ university })}`, merge);
    },
    "undo a merge of departments": async (me) => {
      const university = await twoDepartments(archive);
      await insertDepartmentMerge(archive, university);
      return () =>
        post(me, `${path}?${new URLSearchParams({ university })}`, { act: "undo", department: "nothing" });
    },
    "another phone": async (me) => {
      await archive.db.write.deleteFrom("contactDetails").execute();
      return () => post(me, path, { phone: "+880 1700 000000", version: "1" });
    },
    "start copies, which are off": async (me) => () => post(me, path, { act: "start" }),
    "pause copies": async (me) => {
      await archive.db.write.deleteFrom("setting").where("name", "=", "driveCopiesPaused").execute();
      return () => post(me, path, { act: "pause" });
    },
    "resume copies": async (me) => {
      await archive.db.write
        .insertInto("setting")
        .values({ name: "driveCopiesPaused", value: "" })
        .onConflict((conflict) => conflict.column("name").doNothing())
        .execute();
      return () => post(me, path, { act: "resume" });
    },
    "pause recognition": async (me) => {
      await archive.db.write.deleteFrom("setting").where("name", "=", "recognitionPaused").execute();
      return () => post(me, path, { act: "pause" });
    },
    "resume recognition": async (me) => {
      await archive.db.write
        .insertInto("setting")
        .values({ name: "recognitionPaused", value: "" })
        .onConflict((conflict) => conflict.column("name").doNothing())
        .execute();
      return () => post(me, path, { act: "resume" });
    },
    "remove a review": async (me) => {
      const review = { comment: `Removed ${unique()}`, rating: "3" };
      const id = await archive.services.reviews.create(
        { ...asOwner, email: `${unique()}@example.edu` },
        review,
        VISIT.client,
      );
      return () => post(me, path, { id, name: "Owner" });
    },
  };
  return calls[about];
}

const claimOf = (item: string) => ({
  item,
  name: "N",
  email: "n@example.edu",
  work: "W",
  goodFaith: "yes",
  signature: "N",
});
