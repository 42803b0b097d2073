import { insertItem, payloadOf, unique } from "../archive/factories.ts";
import { VISIT } from "../platform/archive.ts";
import type { Call } from "./authorization-calls.ts";
import { meets, outcome, status } from "./authorization-observe.ts";
import { rows } from "./authorization-rows.ts";
import type { MatrixWorld, Person } from "./authorization-world.ts";

/** The rows about items that the principal contributed. They are in the areas of `moderator`, but nobody approves an own item. */
export const ownRows = rows(`
//                                                                          visitor student owner  other  admin  exAdmin suspended expired  moderator outside
  notesStatusUpdate  | an own Pending item     | ~resource +audit           | 401    403    403    403    200    403    401    401      403       403
  decideDeskItem     | approve an own item     | ~resource +audit +deskDecision +deskDecisionItem | 401 403 403 403 200 403 401 401  403       403
  claimDeskItem      | an own item             |                            | 401    403    403    403    200    403    401    401      403       403
  previewDesk        | counts an own item as own |                          | 401    403    403    403    hidden 403    401    401      seen      hidden
  decideDesk         | approve an own item     | admin:~resource admin:+audit +deskDecision +deskDecisionItem | 401 403 403 403 seen 403 401 401 hidden hidden
  changes.decide     | a change of an own item | ~resource -change +audit   | 401    403    403    403    ok     403    401    401      403       403
  removal.remove     | an own item             | ~resource +audit           | 401    403    403    403    ok     403    401    401      403       403
  removal.restore    | an own item             | ~resource +audit           | 401    403    403    403    ok     403    401    401      403       403
  removal.decide     | an own request          | ~resource ~deletionRequest +audit | 401 403 403  403    ok     403    401    401      403       403
  trust.check        | an own item             | +audit ~trustedItem        | 401    403    403    403    ok     403    401    401      403       403
  duplicates.setNotSame | an own item and another one | +audit +notSame     | 401    403    403    403    ok     403    401    401      403       403
  resources.edit     | an own Approved item    | student:+change owner:+change other:+change exAdmin:+change moderator:+change outside:+change admin:~resource admin:+audit | 401 ok ok ok ok ok 401 401 ok ok
  courseChanges.recordNotHeld | of a course with own papers only | +audit +examNotHeld | 401 403 403 403 ok 403    401    401      403       403
`);

/** The requests for these rows. A principal without an account gets the owner's item. */
export function ownCalls({ archive, owner }: MatrixWorld): Record<string, Call> {
  const { services, db } = archive;
  const actor = (me: Person) => services.accounts.actor(me.headers);
  const contributorOf = async (me: Person) => (await actor(me)) ?? owner;
  const note = async (me: Person, was: "Pending" | "Approved") =>
    insertItem(archive, "note", { status: was, uploader: await contributorOf(me) });
  const named = () => ({ requestId: `matrix${unique()}` });
  type Made = { id: string; uploaderId: string };
  /** Calls a service about an own Approved item. @param prepare changes the item first */
  const served =
    (
      act: (by: Awaited<ReturnType<typeof actor>>, made: Made) => Promise<unknown>,
      prepare?: (made: Made) => Promise<unknown>,
    ): Call =>
    async (me) => {
      const made = { id: await note(me, "Approved"), uploaderId: (await contributorOf(me)).id };
      await prepare?.(made);
      return () => outcome(async () => void (await act(await actor(me), made)));
    };
  const many =
    (path: string, text: string): Call =>
    async (me) => {
      const items = [{ id: await note(me, "Pending"), version: 1 }];
      const name = path === "preview" ? {} : named();
      return () => meets(me.post(`/api/desk/${path}`, { ...name, action: "approve", items }), text);
    };

  return {
    "notesStatusUpdate | an own Pending item": async (me) => {
      const id = await note(me, "Pending");
      return () => status(me.put(`/api/notesStatusUpdate/${id}`, { status: "Approved" }));
    },
    "decideDeskItem | approve an own item": async (me) => {
      const id = await note(me, "Pending");
      const decision = { ...named(), version: 1, action: "approve" };
      return () => status(me.post(`/api/desk/items/${id}/decide`, decision));
    },
    "claimDeskItem | an own item": async (me) => {
      const id = await note(me, "Pending");
      return () => status(me.post(`/api/desk/items/${id}/claim`, {}));
    },
    "previewDesk | counts an own item as own": many("preview", '"own":1'),
    "decideDesk | approve an own item": many("decisions", '"done":1'),
    "changes.decide | a change of an own item": served(
      (by, { id }) =>
        services.changes.decide(by, { id, change: `change-${id}`.slice(-24), outcome: "approved" }),
      ({ id }) =>
        db.write
          .insertInto("change")
          .values({
            id: `change-${id}`.slice(-24),
            resourceId: id,
            baseVersion: 1,
            fields: JSON.stringify(payloadOf("note")),
            fileKey: null,
            createdAt: 1,
          })
          .execute(),
    ),
    "removal.remove | an own item": served((by, { id }) => services.removal.remove(by, { id })),
    "removal.restore | an own item": served(
      (by, { id }) => services.removal.restore(by, { id }),
      ({ id }) =>
        db.write
          .updateTable("resource")
          .set({ status: "Cancelled", removedFrom: "Approved" })
          .where("id", "=", id)
          .execute(),
    ),
    "removal.decide | an own request": served(
      (by, { id }) => services.removal.decide(by, { id, outcome: "granted" }),
      ({ id, uploaderId }) =>
        db.write
          .insertInto("deletionRequest")
          .values({ resourceId: id, userId: uploaderId, askedAt: 1, outcome: null })
          .execute(),
    ),
    "trust.check | an own item": served(
      (by, { id }) => services.trust.check(by, { id }),
      ({ id, uploaderId }) =>
        db.write
          .insertInto("trustedItem")
          // The page of unchecked items begins with the oldest, and other rows look for theirs on its first page.
          .values({ resourceId: id, userId: uploaderId, publishedAt: Date.UTC(2100, 0), checkedAt: null })
          .execute(),
    ),
    "duplicates.setNotSame | an own item and another one": async (me) => {
      const [id, other] = [await note(me, "Approved"), await insertItem(archive, "note")];
      return () =>
        outcome(
          async () => void (await services.duplicates.setNotSame(await actor(me), { id: other, other: id })),
        );
    },
    "resources.edit | an own Approved item": served((by, { id }) =>
      services.resources.edit(by, id, payloadOf("note"), VISIT.client),
    ),
    "courseChanges.recordNotHeld | of a course with own papers only": async (me) => {
      const [university, code] = [`Own University ${unique()}`, `OWN ${unique()}`];
      const fields = { university, code, department: "CSE" };
      await insertItem(archive, "question", { uploader: await contributorOf(me), fields });
      const exam = { universityKey: university.toLowerCase(), codeNorm: code.replace(" ", ""), year: "2010" };
      const input = { ...exam, examType: "final", term: "" };
      return () =>
        outcome(async () => void (await services.courseChanges.recordNotHeld(await actor(me), input)));
    },
  };
}
