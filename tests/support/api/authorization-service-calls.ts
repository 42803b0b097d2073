import { driveLink, insertItem, unique } from "../archive/factories.ts";
import type { Call } from "./authorization-calls.ts";
import { meets, outcome } from "./authorization-observe.ts";
import { type Cell, UNIVERSITY } from "./authorization-rows.ts";
import type { MatrixWorld, Person } from "./authorization-world.ts";

/** Calls of service functions that no API call uses. */
export function serviceCalls({ archive, owner, targets, visitor }: MatrixWorld): Record<string, Call> {
  const { services, db } = archive;
  const actor = (me: Person) => services.accounts.actor(me.headers);
  const importing =
    (columns: Record<string, string>, meet: (title: string, me: Person) => Promise<Cell>): Call =>
    (me) =>
    async () => {
      const title = `Imported ${unique()}`;
      const cells = {
        kind: "note",
        topic: title,
        department: "CSE",
        subject: "X",
        driveLink: driveLink(),
        ...columns,
      };
      const csv = `${Object.keys(cells).join(",")}\n${Object.values(cells).join(",")}\n`;
      return outcome(async () => {
        async function* source() {
          yield csv;
        }
        const onBad = (rows: object[]) => {
          throw new Error(JSON.stringify(rows));
        };
        const { stored } = await services.transfer.importCsv(await actor(me), source(), { onBad });
        if (stored !== 1) throw new Error("The row was there already.");
        return meet(title, me);
      });
    };
  const listed = (title: string) => meets(visitor.get("/api/allNotes?size=100"), title);
  const counting = (counts: (me: Person, department: string) => Promise<boolean>): Call => {
    return async (me) => {
      const department = `Faculty ${unique()}`;
      const fields = { department, university: UNIVERSITY };
      await insertItem(archive, "question", { status: "Pending", uploader: owner, fields });
      return async () => ((await counts(me, department)) ? "seen" : "hidden");
    };
  };
  const voted = (was: "Approved" | "Cancelled"): Call => {
    return async (me) => {
      const parentId = targets.Approved["question"] as string;
      const itemId = await insertItem(archive, "answer", { status: was, uploader: owner, parentId });
      await db.write
        .insertInto("vote")
        .values({ itemId, userId: owner.id, helpful: 1, votedAt: 1 })
        .execute();
      return async () => {
        const votes = await services.feedback.votesBelow(await actor(me), parentId);
        return votes[itemId] ? "seen" : "hidden";
      };
    };
  };
  return {
    "contact.list | the inbox": (me) => () =>
      outcome(async () => void (await services.contact.list(await actor(me)))),
    "people.list | the owner's email": (me) => () =>
      outcome(async () => {
        const { people } = await services.people.list(await actor(me), { search: owner.email });
        return people.some(({ email }) => email === owner.email) ? "seen" : "hidden";
      }),
    "audit.list | who was made admin": (me) => () =>
      outcome(async () => {
        const { entries } = await services.audit.list(await actor(me));
        return entries.some(({ action }) => action === "grantAdmin") ? "seen" : "hidden";
      }),
    "resources.count | counts a Pending item": counting(async (me, department) => {
      return (await services.resources.count(await actor(me), "question", { department: [department] })) > 0;
    }),
    "resources.newest | a Pending item": counting(async (me, department) => {
      const filter = { department: [department] };
      return (await services.resources.newest(await actor(me), "question", filter, 1)).length > 0;
    }),
    "resources.facets | counts a Pending item": counting(async (me, department) => {
      const facets = await services.resources.facets(await actor(me), "question", {});
      return facets.department?.some(({ value }) => value === department) ?? false;
    }),
    "resources.suggestions | a Pending item's department": counting(async (_me, department) => {
      const { department: offered } = await services.resources.suggestions("question");
      return offered?.includes(department) ?? false;
    }),
    "feedback.votesBelow | a vote on an Approved answer": voted("Approved"),
    "feedback.votesBelow | a vote on a Cancelled answer": voted("Cancelled"),
    "transfer.exportCsv | everything": (me) => () =>
      outcome(async () => {
        let csv = "";
        for await (const piece of services.transfer.exportCsv(await actor(me))) csv += piece;
        if (!csv.includes(targets.Cancelled["book"] as string))
          throw new Error("An export without a Cancelled book");
      }),
    "transfer.importCsv | their own row, then listed": importing({}, listed),
    "transfer.importCsv | an Approved row, then listed": importing({ status: "Approved" }, listed),
    "transfer.importCsv | a row of the owner, then theirs": importing(
      { userName: "owner", email: "owner@example.edu" },
      async (title) => {
        const rows = db.read.selectFrom("resource").select("uploaderId").where("title", "=", title);
        return (await rows.executeTakeFirstOrThrow()).uploaderId === owner.id ? "seen" : "hidden";
      },
    ),
  };
}
