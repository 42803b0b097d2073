import { noticeEvents } from "../../../src/shared/people/notices.ts";
import { insertItem, unique } from "../archive/factories.ts";
import { insertConfirmedPerson, insertNotice, unsubscribeToken } from "../archive/notices.ts";
import type { Call } from "./authorization-calls.ts";
import { meets } from "./authorization-observe.ts";
import { lead, post } from "./authorization-page-calls.ts";
import { type Cell, rows } from "./authorization-rows.ts";
import type { MatrixWorld, Person } from "./authorization-world.ts";

const NOTICES = "/dashboard/notices";
const SETTINGS = "/dashboard/notice-settings";
const UNSUBSCRIBE = "/notices/unsubscribe";
const REASONS = "/admin-dashboard/reasons";

/** The pages of notices and of reasons. Nobody but its person sees a notice, also no admin. */
export const noticePages = rows(`
//                                                                                visitor student owner  other  admin  exAdmin suspended expired  moderator outside
  GET /dashboard/notices         | opens                               |          | login  200    200    200    200    200    login  login    200       200
  GET /dashboard/notices         | the owner's notice                  |          | login  hidden seen   hidden hidden hidden login  login    hidden    hidden
  GET /dashboard/notices.data    | the owner's notice, alone           |          | hidden hidden seen   hidden hidden hidden hidden hidden   hidden    hidden
  POST /dashboard/notices        | the owner's notice is read | owner:~notice +noticeMailing | login 303 303 303 303 303 login login    303       303
  POST /dashboard/notices        | all notices are read       | owner:~notice +noticeMailing | login 303 303 303 303 303 login login    303       303
  GET /dashboard/notice-settings | opens                               |          | login  200    200    200    200    200    login  login    200       200
  POST /dashboard/notice-settings | never for each event  | +noticeSetting        | login  303    303    303    303    303    login  login    303       303
  GET /notices/unsubscribe       | opens                               |          | 200    200    200    200    200    200    200    200      200       200
  POST /notices/unsubscribe      | one click | +noticeSetting +noticeMailing      | 200    200    200    200    200    200    200    200      200       200
  POST /notices/unsubscribe      | a dead link                         |          | 400    400    400    400    400    400    400    400      400       400
  GET /admin-dashboard/reasons   | opens                               |          | login  403    403    403    200    403    login  login    403       403
  GET /admin-dashboard/reasons   | a reason                            |          | login  403    403    403    seen   403    login  login    403       403
  GET /admin-dashboard/reasons.data | a reason, alone                  |          | hidden hidden hidden hidden seen   hidden hidden hidden   hidden    hidden
  POST /admin-dashboard/reasons  | add a reason     | +setting +audit +reason     | login  403    403    403    303    403    login  login    403       403
  POST /admin-dashboard/reasons  | change a reason  | +setting +audit ~reason     | login  403    403    403    303    403    login  login    403       403
  POST /admin-dashboard/reasons  | move a reason up | +setting +audit ~reason     | login  403    403    403    303    403    login  login    403       403
  POST /admin-dashboard/reasons  | remove a reason  | +setting +audit ~reason     | login  403    403    403    303    403    login  login    403       403
  POST /admin-dashboard/reasons  | restore a reason | +setting +audit ~reason     | login  403    403    403    303    403    login  login    403       403
`);

const noticePaths = [NOTICES, `${NOTICES}.data`, SETTINGS, UNSUBSCRIBE];

export const isAboutNotices = (path: string): boolean =>
  noticePaths.includes(path) || path.startsWith(REASONS);

/** The requests for the rows about notices and reasons. */
export function noticePageCall(world: MatrixWorld, method: string, path: string, about: string): Call {
  if (about === "opens") return (me) => () => lead(me.send(path), path);
  if (path === UNSUBSCRIBE) return unsubscribeCall(world, about);
  if (path.startsWith(REASONS)) return reasonCall(world, method, path, about);
  if (path === SETTINGS) return settingsCall(world);
  return noticeCall(world, method, path, about);
}

function noticeCall({ archive, owner }: MatrixWorld, method: string, path: string, about: string): Call {
  return async (me) => {
    const word = `canary${unique()}`;
    const itemId = await insertItem(archive, "note", { uploader: owner, fields: { topic: word } });
    const id = await insertNotice(archive, { userId: owner.id, itemId, at: Date.now() });
    await archive.db.write.deleteFrom("noticeMailing").execute();
    if (method === "POST")
      return () =>
        post(me, path, about.startsWith("all") ? { act: "readAll", until: Date.now() } : { act: "read", id });
    return () => seenOn(me, path, word, "notices");
  };
}

function settingsCall({ archive }: MatrixWorld): Call {
  return async (me) => {
    await archive.db.write.deleteFrom("noticeSetting").execute();
    return () => post(me, SETTINGS, Object.fromEntries(noticeEvents.map((event) => [event, "never"])));
  };
}

/** Each principal uses the link of a new person, because the page needs no login. */
function unsubscribeCall({ archive }: MatrixWorld, about: string): Call {
  if (about === "a dead link") return (me) => () => post(me, `${UNSUBSCRIBE}?token=dead`, {});
  return async (me) => {
    const token = await unsubscribeToken(archive, await insertConfirmedPerson(archive), "answered");
    return () => post(me, `${UNSUBSCRIBE}?token=${token}`, { "List-Unsubscribe": "One-Click" });
  };
}

function reasonCall({ archive }: MatrixWorld, method: string, path: string, about: string): Call {
  return async (me) => {
    const [id, text] = [`reason-${unique()}`, `Reason ${unique()}.`];
    const removedAt = about.startsWith("restore") ? 1 : null;
    const times = { createdAt: 1, updatedAt: 1, removedAt };
    await archive.db.write
      .insertInto("reason")
      .values({ id, text, position: unique() + 100, ...times })
      .execute();
    // A writer of the list inserts this row, which is its lock.
    await archive.db.write.deleteFrom("setting").where("name", "=", "reasons").execute();
    if (method === "GET") return () => seenOn(me, path, text, "reasons");
    const forms: Record<string, Record<string, string>> = {
      "add a reason": { act: "add", text: `Another reason ${unique()}.` },
      "change a reason": { act: "change", id, text: `Changed reason ${unique()}.` },
      "move a reason up": { act: "up", id },
      "remove a reason": { act: "remove", id },
      "restore a reason": { act: "restore", id },
    };
    return () => post(me, path, forms[about] ?? {});
  };
}

/** Whether a page shows a word. A request for data asks for the page's own route alone, without its guard. */
async function seenOn(me: Person, path: string, word: string, route: string): Promise<Cell> {
  if (path.endsWith(".data")) {
    const { text } = await me.get(`${path}?_routes=routes/app/${route}`);
    return text.includes(word) ? "seen" : "hidden";
  }
  const cell = await lead(me.send(path), path);
  return cell === 200 ? meets(me.get(path), word) : cell;
}
