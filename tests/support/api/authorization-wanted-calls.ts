import { insertPaper } from "../archive/courses.ts";
import { insertItem, unique } from "../archive/factories.ts";
import { VISIT } from "../platform/archive.ts";
import type { Call } from "./authorization-calls.ts";
import { meets, status } from "./authorization-observe.ts";
import { rows, UNIVERSITY, UNKNOWN } from "./authorization-rows.ts";
import type { MatrixWorld } from "./authorization-world.ts";

/** Requests, follows and saved lists. Nobody but their person sees them, also no admin. */
export const wantedRows = rows(`
//                                                                         visitor student owner  other  admin  exAdmin suspended expired  moderator outside
  wanted             | the owner's request  |                              | seen   seen   seen   seen   seen   seen   seen   seen     seen      seen
  wanted             | of a course whose papers are hidden |               | hidden hidden hidden hidden hidden hidden hidden hidden   hidden    hidden
  requests           | the owner's          |                              | 401    hidden seen   hidden hidden hidden 401    401      hidden    hidden
  ask                | a missing paper      | +courseRequest               | 401    200    200    200    200    200    401    401      200       200
  ask                | an unknown course    |                              | 401    404    404    404    404    404    401    401      404       404
  takeBackRequest    | the owner's          | owner:-courseRequest         | 401    200    200    200    200    200    401    401      200       200
  follows            | the owner's          |                              | 401    hidden seen   hidden hidden hidden 401    401      hidden    hidden
  follow             | a course             | +courseFollow                | 401    200    200    200    200    200    401    401      200       200
  follow             | an unknown course    |                              | 401    404    404    404    404    404    401    401      404       404
  unfollow           | the owner's          | owner:-courseFollow          | 401    200    200    200    200    200    401    401      200       200
  savedLists         | the owner's          |                              | 401    hidden seen   hidden hidden hidden 401    401      hidden    hidden
  createSavedList    | a new one            | +savedList                   | 401    201    201    201    201    201    401    401      201       201
  savedList          | the owner's          |                              | 401    404    seen   404    404    404    401    401      404       404
  savedList          | with another's Pending item |                       | 401    404    hidden 404    404    404    401    401      404       404
  renameSavedList    | the owner's          | ~savedList                   | 401    404    200    404    404    404    401    401      404       404
  deleteSavedList    | the owner's          | -savedList -savedItem        | 401    404    200    404    404    404    401    401      404       404
  deleteSavedList    | an unknown id        |                              | 401    404    404    404    404    404    401    401      404       404
  addSavedItem       | an Approved item     | ~savedList +savedItem        | 401    404    200    404    404    404    401    401      404       404
  addSavedItem       | another's Pending item |                            | 401    404    404    404    404    404    401    401      404       404
  removeSavedItem    | of the owner's list  | -savedItem                   | 401    404    200    404    404    404    401    401      404       404
  moveSavedItem      | of the owner's list  | ~savedItem                   | 401    404    200    404    404    404    401    401      404       404
`);

/** The functions of the services, as in `reachedBy`. */
export const wantedReachedBy: Record<string, string> = {
  "follows.followsCode": "GET /course/:university/:code, with nobody's but the reader's own follows",
  "wanted.hasRequests":
    "GET /wanted and /course/:university/:code, with nobody's but the reader's own requests",
  "wanted.ask": "ask",
  "wanted.takeBack": "takeBackRequest",
  "wanted.own": "requests",
  "wanted.list": "wanted",
  "wanted.exam": "GET /wanted",
  "wanted.ofCourse": "GET /course/:university/:code",
  "wanted.course": "GET /dashboard/follows, with the course of its address",
  "wanted.forContributor": "GET /dashboard/welcome, with nobody's but the reader's own id",
  "wanted.notify": "the server's clock, where nobody is signed in",
  "wanted.sweep": "the server's clock, where nobody is signed in",
  "follows.follow": "follow",
  "follows.unfollow": "unfollow",
  "follows.own": "follows",
  "follows.state": "GET /course/:university/:code",
  "follows.news": "GET /dashboard/welcome, with nobody's but the reader's own id",
  "follows.sweep": "the server's clock, where nobody is signed in",
  "saved.check": "renameSavedList and its like, before the body is read",
  "saved.lists": "savedLists",
  "saved.list": "savedList",
  "saved.create": "createSavedList",
  "saved.rename": "renameSavedList",
  "saved.deleteList": "deleteSavedList",
  "saved.add": "addSavedItem",
  "saved.removeItem": "removeSavedItem",
  "saved.move": "moveSavedItem",
  "saved.choices": "GET /dashboard/save/:id",
  "saved.isSaved": "GET /question-details/:id and its like",
  "saved.choose": "POST /dashboard/save/:id",
};

const LIST = "5a7ed11575a7ed11575a7ed1";

/** The papers and notes of an archive. Each row is prepared for all principals first, so all must find the same ones. */
interface Inserted {
  notes: [string, string];
  /** The codes of courses with a paper. */
  codes: Map<string, string>;
}
const inserted = new WeakMap<object, Promise<Inserted>>();

async function insertOnce({ archive }: MatrixWorld): Promise<Inserted> {
  const notes = [await insertItem(archive, "note"), await insertItem(archive, "note")] as [string, string];
  return { notes, codes: new Map() };
}

function insertedIn(world: MatrixWorld): Promise<Inserted> {
  const known = inserted.get(world.archive) ?? insertOnce(world);
  inserted.set(world.archive, known);
  return known;
}

/** Gives the owner one list with two notes. @returns their ids */
export async function insertList(world: MatrixWorld): Promise<[string, string]> {
  const { archive, owner } = world;
  const { db } = archive;
  const { notes } = await insertedIn(world);
  await db.write.deleteFrom("savedList").execute();
  const head = { id: LIST, userId: owner.id, name: "Owner's list", nameKey: "owner's list" };
  await db.write
    .insertInto("savedList")
    .values({ ...head, createdAt: 1, updatedAt: 1 })
    .execute();
  await db.write
    .insertInto("savedItem")
    .values(notes.map((itemId, index) => ({ listId: LIST, itemId, position: index + 1, addedAt: 1 })))
    .execute();
  return notes;
}
export const SAVED_LIST = LIST;

/** A course with one paper of 2020, and without requests and follows. @returns the fields of a call */
export async function insertCourse(world: MatrixWorld, name = "shown") {
  const { archive } = world;
  await archive.db.write.deleteFrom("courseRequest").execute();
  await archive.db.write.deleteFrom("courseFollow").execute();
  const { codes } = await insertedIn(world);
  const code = codes.get(name) ?? `WAN ${unique()}`;
  if (!codes.has(name)) await insertPaper(archive, { university: UNIVERSITY, code, year: "2020" });
  codes.set(name, code);
  return { university: UNIVERSITY, code };
}

const MISSING = { year: "2019", examType: "final", term: "fall" };

/** The requests for the rows of requests, follows and saved lists. */
export function wantedCalls(world: MatrixWorld): Record<string, Call> {
  const { archive, owner } = world;
  const { client } = VISIT;
  const by = { ...owner, role: "student" as const };
  const asked = async (name?: string) => {
    const course = await insertCourse(world, name);
    await archive.services.wanted.ask(by, { ...course, ...MISSING }, client);
    return course;
  };
  const followed = async () => {
    const course = await insertCourse(world);
    await archive.services.follows.follow(by, course);
    return course;
  };
  const saved =
    (path: string, body: (notes: [string, string]) => object, method: "post" | "put" = "post"): Call =>
    async (me) => {
      const notes = await insertList(world);
      return () => status(me[method](`/api/saved/${LIST}${path}`, body(notes)));
    };

  return {
    "wanted | the owner's request": async (me) => {
      const { code } = await asked();
      return () => meets(me.get("/api/wanted"), code);
    },
    "wanted | of a course whose papers are hidden": async (me) => {
      const papers = () => archive.db.write.updateTable("resource").where("code", "=", code);
      const { code } = await insertCourse(world, "hidden");
      await papers().set({ status: "Approved" }).execute();
      await asked("hidden");
      await papers().set({ status: "Cancelled" }).execute();
      return () => meets(me.get("/api/wanted"), code);
    },
    "requests | the owner's": async (me) => {
      const { code } = await asked();
      return () => meets(me.get("/api/requests"), code);
    },
    "ask | a missing paper": async (me) => {
      const course = await insertCourse(world);
      return () => status(me.post("/api/requests", { ...course, ...MISSING }));
    },
    "ask | an unknown course": (me) => () =>
      status(me.post("/api/requests", { university: UNIVERSITY, code: "NONE 1", ...MISSING })),
    "takeBackRequest | the owner's": async (me) => {
      const course = await asked();
      return () => status(me.post("/api/requests/take-back", { ...course, ...MISSING }));
    },
    "follows | the owner's": async (me) => {
      const { code } = await followed();
      return () => meets(me.get("/api/follows"), code);
    },
    "follow | a course": async (me) => {
      const course = await insertCourse(world);
      return () => status(me.post("/api/follows", course));
    },
    "follow | an unknown course": (me) => () =>
      status(me.post("/api/follows", { university: UNIVERSITY, code: "NONE 1" })),
    "unfollow | the owner's": async (me) => {
      const course = await followed();
      return () => status(me.post("/api/follows/unfollow", course));
    },
    "savedLists | the owner's": async (me) => {
      await insertList(world);
      return () => meets(me.get("/api/saved"), LIST);
    },
    "createSavedList | a new one": async (me) => {
      await archive.db.write.deleteFrom("savedList").execute();
      return () => status(me.post("/api/saved", { name: "New" }));
    },
    "savedList | the owner's": async (me) => {
      const [note] = await insertList(world);
      return () => meets(me.get(`/api/saved/${LIST}`), note);
    },
    "savedList | with another's Pending item": async (me) => {
      await insertList(world);
      const itemId = await insertItem(archive, "note", { status: "Pending" });
      await archive.db.write
        .insertInto("savedItem")
        .values({ listId: LIST, itemId, position: 9, addedAt: 1 })
        .execute();
      return () => meets(me.get(`/api/saved/${LIST}`), itemId);
    },
    "renameSavedList | the owner's": saved("", () => ({ name: "Another" }), "put"),
    "deleteSavedList | the owner's": saved("/delete", () => ({})),
    "deleteSavedList | an unknown id": (me) => () => status(me.post(`/api/saved/${UNKNOWN}/delete`, {})),
    "addSavedItem | an Approved item": async (me) => {
      await insertList(world);
      const itemId = await insertItem(archive, "note");
      return () => status(me.post(`/api/saved/${LIST}/items`, { itemId }));
    },
    "addSavedItem | another's Pending item": async (me) => {
      await insertList(world);
      const itemId = await insertItem(archive, "note", { status: "Pending" });
      return () => status(me.post(`/api/saved/${LIST}/items`, { itemId }));
    },
    "removeSavedItem | of the owner's list": saved("/remove-item", ([itemId]) => ({ itemId })),
    "moveSavedItem | of the owner's list": saved(
      "/order",
      ([itemId]) => ({ itemId, direction: "down" }),
      "put",
    ),
  };
}
