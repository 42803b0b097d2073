import type { Call } from "./authorization-calls.ts";
import { meets, status } from "./authorization-observe.ts";
import { rows } from "./authorization-rows.ts";
import type { MatrixWorld } from "./authorization-world.ts";
import { insertPile, PILE, pilePhotoId, pileRowId } from "./sample-pile.ts";

const ROWS = [pileRowId(1), pileRowId(2)] as const;
const [ROW] = ROWS;

/** Nobody but its owner finds a pile, also no admin. */
export const pileRows = rows(`
//                                                                         visitor student owner  other  admin  exAdmin suspended expired  moderator outside
  createPile         | a new one            | +pile                        | 401    201    201    201    201    201    401    401      201       201
  piles              | the owner's          |                              | 401    hidden seen   hidden hidden hidden 401    401      hidden    hidden
  pile               | the owner's          |                              | 401    404    seen   404    404    404    401    401      404       404
  pile               | an unknown id        |                              | 401    404    404    404    404    404    401    401      404       404
  addPileLinks       | to the owner's       | ~pile +pileRow               | 401    404    200    404    404    404    401    401      404       404
  answerPile         | the owner's          | ~pile                        | 401    404    200    404    404    404    401    401      404       404
  setPileRows        | the owner's          | ~pile ~pileRow               | 401    404    200    404    404    404    401    401      404       404
  joinPileRows       | the owner's          | ~pile -pileRow ~pileRow ~pileFile | 401 404   200    404    404    404    401    401      404       404
  groupPile          | the owner's          |                              | 401    404    200    404    404    404    401    401      404       404
  splitPileRow       | the owner's          | ~pile +pileRow ~pileRow +pileFile -pileFile | 401 404 200 404 404  404    401    401      404       404
  arrangePileRow     | the owner's          | ~pile ~pileRow ~pileFile     | 401    404    200    404    404    404    401    401      404       404
  sendPile           | the owner's          | +job ~pile ~pileRow          | 401    404    200    404    404    404    401    401      404       404
  removePileRows     | the owner's          | -file ~pile -pileRow -pileFile | 401  404    200    404    404    404    401    401      404       404
  removePile         | the owner's          | -file -pile -pileRow -pileFile | 401  404    200    404    404    404    401    401      404       404
  removePile         | without a body, an unknown id |                     | 401    404    404    404    404    404    401    401      404       404
`);

/** The functions of the service, as in `reachedBy`. */
export const pilesReachedBy: Record<string, string> = {
  "piles.check": "addPileLinks and its like, before the body is read",
  "piles.create": "createPile",
  "piles.list": "piles",
  "piles.get": "pile",
  "piles.answer": "answerPile",
  "piles.setRows": "setPileRows",
  "piles.removeRows": "removePileRows",
  "piles.remove": "removePile",
  "piles.send": "sendPile",
  "piles.addLinks": "addPileLinks",
  "piles.join": "joinPileRows",
  "piles.group": "groupPile",
  "piles.split": "splitPileRow",
  "piles.arrange": "arrangePileRow",
  "piles.beginUpload": "POST /uploads, with a pile in the metadata",
  "piles.addUpload": "PATCH /uploads/:id, with a pile in the metadata",
  "piles.refuseUpload": "PATCH /uploads/:id, with a pile in the metadata",
  "piles.beginZip": "POST /uploads, with a pile in the metadata",
  "piles.addZip": "PATCH /uploads/:id, with a pile in the metadata",
  "piles.zipSize": "GET /uploads/:id",
  "piles.deliverPdf": "the worker, where nobody is signed in",
  "piles.runSend": "the worker, where nobody is signed in",
  "piles.runUnpack": "the worker, where nobody is signed in",
  "piles.sendStopped": "the worker, where nobody is signed in",
  "piles.unpackStopped": "the worker, where nobody is signed in",
  "piles.sweep": "the server's clock, where nobody is signed in",
  "piles.examsIn": "GET /dashboard/reading",
  "recognition.detailsByPage": "GET /dashboard/reading",
  "recognition.proposals": "pile, which checks",
  "recognition.pageDetails": "pile, which checks",
};

/** The requests for the rows of piles. */
export function pileCalls({ archive, owner }: MatrixWorld): Record<string, Call> {
  const { db } = archive;

  /** Makes the owner's pile new. @param joined whether both photos are in the first row */
  const prepare = (joined = false) => insertPile(archive, owner.id, joined ? [2] : [1, 1]);
  const post =
    (path: string, body: object, joined = false): Call =>
    async (me) => {
      await prepare(joined);
      return () => status(me.post(`/api/piles/${PILE}/${path}`, body));
    };
  const put =
    (path: string, body: object, joined = false): Call =>
    async (me) => {
      await prepare(joined);
      return () => status(me.put(`/api/piles/${PILE}/${path}`, body));
    };

  return {
    "createPile | a new one": async (me) => {
      // A person can have ten piles.
      await db.write.deleteFrom("pile").where("id", "!=", PILE).execute();
      return () => status(me.post("/api/piles", {}));
    },
    "piles | the owner's": async (me) => {
      await prepare();
      return () => meets(me.get("/api/piles"), PILE);
    },
    "pile | the owner's": async (me) => {
      await prepare();
      return () => meets(me.get(`/api/piles/${PILE}`), ROW);
    },
    "pile | an unknown id": (me) => () => status(me.get(`/api/piles/${"0".repeat(24)}`)),
    "addPileLinks | to the owner's": post("links", { links: "https://example.edu/paper.pdf" }),
    "answerPile | the owner's": put("answers", { values: { year: "2020" } }),
    "setPileRows | the owner's": put("rows", { rows: "all", values: { year: "2020" } }),
    "joinPileRows | the owner's": post("join", { rows: ROWS }),
    "groupPile | the owner's": post("group", {}),
    "splitPileRow | the owner's": post("split", { row: ROW, at: [2] }, true),
    "arrangePileRow | the owner's": put("pages", { row: ROW, pages: [{ id: pilePhotoId(1), turn: 90 }] }),
    "sendPile | the owner's": post("send", { rows: [ROW] }),
    "removePileRows | the owner's": post("remove-rows", { rows: ROWS }),
    "removePile | the owner's": post("remove", {}),
    "removePile | without a body, an unknown id": (me) => () =>
      status(me.post(`/api/piles/${"0".repeat(24)}/remove`, {})),
  };
}
