import { insertFile, insertItem, payloadOf, unique } from "../archive/factories.ts";
import { VISIT } from "../platform/archive.ts";
import type { Call } from "./authorization-calls.ts";
import { meets, status } from "./authorization-observe.ts";
import { rows, UNIVERSITY } from "./authorization-rows.ts";
import type { MatrixWorld, Person } from "./authorization-world.ts";

const UNKNOWN = "0".repeat(24);

/** The items are in the areas of `moderator`, and not in those of `outside`. */
export const deskRows = rows(`
//                                                                         visitor student owner  other  admin  exAdmin suspended expired  moderator outside
  deskQueue          | a Pending item       |                              | 401    403    403    403    seen   403    401    401      seen      hidden
  deskQueue          | counts a Pending item |                             | 401    403    403    403    seen   403    401    401      seen      hidden
  deskNext           | a Pending item       |                              | 401    403    403    403    seen   403    401    401      seen      hidden
  deskItem           | Pending              |                              | 401    403    403    403    200    403    401    401      200       404
  deskItem           | Approved             |                              | 401    403    403    403    200    403    401    401      200       403
  deskItem           | an unknown id        |                              | 401    403    403    403    404    403    401    401      404       404
  claimDeskItem      | Pending              |                              | 401    403    403    403    200    403    401    401      200       404
  claimDeskItem      | an unknown id        |                              | 401    403    403    403    404    403    401    401      404       404
  releaseDeskItem    | their own claim      |                              | 401    403    403    403    seen   403    401    401      seen      seen
  releaseDeskItem    | the claim of another moderator |                    | 401    403    403    403    hidden 403    401    401      hidden    hidden
  decideDeskItem     | approve              | ~resource +audit +deskDecision +deskDecisionItem +notice | 401 403 403 403 200 403 401 401  200       404
  decideDeskItem     | return               | ~resource +audit +deskDecision +deskDecisionItem +notice | 401 403 403 403 200 403 401 401  200       404
  decideDeskItem     | approve a change     | ~resource -change +audit +deskDecision +deskDecisionItem +notice | 401 403 403 403 200 403 401 401 200 403
  decideDeskItem     | out of the area      | ~resource +audit +deskDecision +deskDecisionItem | 401 403 403 403    200    403    401    401      400       404
  decideDeskItem     | a duplicate of a hidden item | ~resource +audit +deskDecision +deskDecisionItem +notice | 401 403 403 403 200 403 401 401 400 404
  decideDeskItem     | replace a file       | ~resource +audit +deskDecision +deskDecisionItem +notice | 401 403 403 403 200 403 401 401  200       404
  decideDeskItem     | replace a file outside the area | ~resource +audit +deskDecision +deskDecisionItem +notice | 401 403 403 403 200 403 401 401 400 404
  decideDeskItem     | an unknown id        |                              | 401    403    403    403    404    403    401    401      404       404
  deleteDeskItem     | Pending              | ~resource +audit +notice     | 401    403    403    403    200    403    401    401      200       404
  deleteDeskItem     | an unknown id        |                              | 401    403    403    403    404    403    401    401      404       404
  previewDesk        | counts a Pending item |                             | 401    403    403    403    seen   403    401    401      seen      hidden
  decideDesk         | approve              | admin:~resource moderator:~resource admin:+audit moderator:+audit +deskDecision +deskDecisionItem admin:+notice moderator:+notice | 401 403 403 403 seen 403 401 401 seen hidden
  decideDesk         | the title of a Pending item that another moderator holds | +deskDecision +deskDecisionItem | 401 403 403 403 seen 403 401 401 seen hidden
  deskDecision       | of the admin         |                              | 401    403    403    403    200    403    401    401      404       404
  deskDecision       | an unknown id        |                              | 401    403    403    403    404    403    401    401      404       404
  undoDeskDecision   | of the admin         | ~resource +audit ~deskDecision ~deskDecisionItem -notice | 401 403 403 403 200 403 401 401  404       404
`);

/** The functions of the services, as in `reachedBy`. */
export const deskReachedBy: Record<string, string> = {
  "deskQueue.list": "deskQueue",
  "deskQueue.next": "deskNext",
  "deskQueue.open": "deskItem",
  "deskQueue.claim": "claimDeskItem",
  "deskQueue.release": "releaseDeskItem",
  "deskDecisions.decide": "decideDeskItem",
  "removal.remove": "deleteDeskItem",
  "deskDecisions.preview": "previewDesk",
  "deskDecisions.bulk": "decideDesk",
  "deskDecisions.find": "deskDecision",
  "deskDecisions.undo": "undoDeskDecision",
  "deskDecisions.latest": "GET /admin-dashboard/manage-questions, with nobody's but the reader's own id",
  "deskDecisions.run": "the worker, where nobody is signed in",
  "deskReview.run": "the server's clock, where nobody is signed in",
  "deskReview.sweep": "the server's clock, where nobody is signed in",
  "duplicates.alike": "deskReview.run, where nobody is signed in",
};

/** The requests for the rows of the desk. */
export function deskCalls({ archive, owner, targets, admin }: MatrixWorld): Record<string, Call> {
  const { services, db } = archive;
  const actor = (me: Person) => services.accounts.actor(me.headers);
  const pending = (fields: Record<string, string> = {}) =>
    insertItem(archive, "note", { status: "Pending", uploader: owner, fields });
  const hold = async (itemId: string, userId: string) =>
    db.write.insertInto("deskClaim").values({ itemId, userId, until: 4e12 }).execute();
  const named = () => ({ requestId: `matrix${unique()}` });
  const one =
    (path: string, id?: string): Call =>
    async (me) => {
      const address = `/api/desk/items/${id ?? (await pending())}`;
      return () => status(path ? me.post(address + path, {}) : me.get(address));
    };
  const decide =
    (decision: object, id?: string): Call =>
    async (me) => {
      const address = `/api/desk/items/${id ?? (await pending())}/decide`;
      return () => status(me.post(address, { ...named(), version: 1, ...decision }));
    };
  /** Replaces the file of a public item with the one of a Pending item. @param fields of the public item */
  const replace =
    (fields: Record<string, string>): Call =>
    async (me) => {
      const ended = { status: "Pending", uploader: owner, fileKey: await insertFile(archive) } as const;
      const of = await insertItem(archive, "note", { uploader: owner, fields });
      return decide({ action: "replace", of }, await insertItem(archive, "note", ended))(me);
    };
  const many =
    (path: string, text: string): Call =>
    async (me) => {
      const items = [{ id: await pending(), version: 1 }];
      const name = path === "preview" ? {} : named();
      return () => meets(me.post(`/api/desk/${path}`, { ...name, action: "approve", items }), text);
    };
  /** The item alone in a department, so that a filter finds only it. */
  const alone =
    (send: (me: Person, department: string, id: string) => ReturnType<typeof meets>): Call =>
    async (me) => {
      const department = `Faculty ${unique()}`;
      const fields = { department, university: UNIVERSITY };
      const id = await insertItem(archive, "question", { status: "Pending", uploader: owner, fields });
      return () => send(me, department, id);
    };
  const decidedByAdmin = async () => {
    const approval = { ...named(), action: "approve", version: 1 };
    return (await services.deskDecisions.decide(await admin(), await pending(), approval)).id;
  };

  return {
    "deskQueue | a Pending item": alone((me, department, id) =>
      meets(me.get(`/api/desk?${new URLSearchParams({ department })}`), id),
    ),
    "deskQueue | counts a Pending item": alone((me, department) =>
      meets(me.get(`/api/desk?${new URLSearchParams({ department })}`), '"matching":1'),
    ),
    "deskNext | a Pending item": alone((me, department, id) =>
      meets(me.post("/api/desk/next", { filter: { department } }), id),
    ),
    "deskItem | Pending": one(""),
    "deskItem | Approved": one("", targets.Approved["note"]),
    "deskItem | an unknown id": one("", UNKNOWN),
    "claimDeskItem | Pending": one("/claim"),
    "claimDeskItem | an unknown id": one("/claim", UNKNOWN),
    "deleteDeskItem | Pending": one("/delete"),
    "deleteDeskItem | an unknown id": one("/delete", UNKNOWN),
    "releaseDeskItem | their own claim": async (me) => {
      const [id, by] = [await pending(), await actor(me)];
      if (by) await hold(id, by.id);
      return () => meets(me.post(`/api/desk/items/${id}/release`, {}), '"released":true');
    },
    "releaseDeskItem | the claim of another moderator": async (me) => {
      const id = await pending();
      await hold(id, owner.id);
      return () => meets(me.post(`/api/desk/items/${id}/release`, {}), '"released":true');
    },
    "decideDeskItem | approve": decide({ action: "approve" }),
    "decideDeskItem | return": decide({ action: "return", reason: "Blurred" }),
    "decideDeskItem | approve a change": async (me) => {
      const id = await insertItem(archive, "note", { uploader: owner });
      const edited = payloadOf("note", { topic: `Edited ${unique()}` });
      const by = { ...owner, role: "student" as const };
      await services.resources.edit(by, id, edited, VISIT.client);
      const change = db.write.selectFrom("change").select("id").where("resourceId", "=", id);
      const { id: changeId } = await change.executeTakeFirstOrThrow();
      const decision = { action: "approve", version: 1, change: changeId };
      return () => status(me.post(`/api/desk/items/${id}/decide`, { ...named(), ...decision }));
    },
    "decideDeskItem | out of the area": decide({ action: "set", values: { department: "Law" } }),
    "decideDeskItem | a duplicate of a hidden item": async (me) => {
      const [id, of] = [await pending(), await pending({ department: "Law" })];
      const decision = { action: "duplicate", version: 1, of };
      return () => status(me.post(`/api/desk/items/${id}/decide`, { ...named(), ...decision }));
    },
    "decideDeskItem | replace a file": replace({}),
    "decideDeskItem | replace a file outside the area": replace({ department: "Law" }),
    "decideDeskItem | an unknown id": decide({ action: "approve" }, UNKNOWN),
    "previewDesk | counts a Pending item": many("preview", '"change":1'),
    "decideDesk | approve": many("decisions", '"done":1'),
    "decideDesk | the title of a Pending item that another moderator holds": async (me) => {
      const topic = `canary${unique()}`;
      const id = await pending({ topic });
      await hold(id, owner.id);
      const body = { ...named(), action: "approve", items: [{ id, version: 1 }] };
      return () => meets(me.post("/api/desk/decisions", body), topic);
    },
    "deskDecision | of the admin": async (me) => {
      const id = await decidedByAdmin();
      return () => status(me.get(`/api/desk/decisions/${id}`));
    },
    "deskDecision | an unknown id": (me) => () => status(me.get(`/api/desk/decisions/${UNKNOWN}`)),
    "undoDeskDecision | of the admin": async (me) => {
      const id = await decidedByAdmin();
      return () => status(me.post(`/api/desk/decisions/${id}/undo`, {}));
    },
  };
}
