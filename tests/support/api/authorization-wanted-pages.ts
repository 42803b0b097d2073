import { insertItem } from "../archive/factories.ts";
import type { Call } from "./authorization-calls.ts";
import { meets } from "./authorization-observe.ts";
import { lead, post } from "./authorization-page-calls.ts";
import { rows } from "./authorization-rows.ts";
import { insertCourse, insertList, SAVED_LIST } from "./authorization-wanted-calls.ts";
import type { MatrixWorld } from "./authorization-world.ts";
import { VISIT } from "../platform/archive.ts";

/** The pages of requests, follows and saved lists. Nobody but their person sees them, also no admin. */
export const wantedPages = rows(`
//                                                                                visitor student owner  other  admin  exAdmin suspended expired  moderator outside
  GET /wanted              | opens                                     |          | 200    200    200    200    200    200    200    200      200       200
  GET /wanted              | the owner's request                       |          | seen   seen   seen   seen   seen   seen   seen   seen     seen      seen
  POST /wanted             | a missing paper                     | +courseRequest | login  303    303    303    303    303    login  login    303       303
  GET /dashboard/requests  | opens                                     |          | login  200    200    200    200    200    login  login    200       200
  GET /dashboard/requests  | the owner's request                       |          | login  hidden seen   hidden hidden hidden login  login    hidden    hidden
  GET /dashboard/follows   | opens                                     |          | login  200    200    200    200    200    login  login    200       200
  GET /dashboard/follows   | the owner's course                        |          | login  hidden seen   hidden hidden hidden login  login    hidden    hidden
  POST /dashboard/follows  | a course                            | +courseFollow  | login  303    303    303    303    303    login  login    303       303
  GET /dashboard/saved     | opens                                     |          | login  200    200    200    200    200    login  login    200       200
  GET /dashboard/saved     | the owner's list                          |          | login  hidden seen   hidden hidden hidden login  login    hidden    hidden
  POST /dashboard/saved    | a new list                          | +savedList     | login  303    303    303    303    303    login  login    303       303
  GET /dashboard/saved/:id | the owner's list                          |          | login  404    200    404    404    404    login  login    404       404
  POST /dashboard/saved/:id | rename the owner's list            | ~savedList     | login  404    303    404    404    404    login  login    404       404
  GET /dashboard/save/:id  | an Approved item                          |          | login  200    200    200    200    200    login  login    200       200
  GET /dashboard/save/:id  | another's Pending item                    |          | login  404    404    404    200    404    login  login    200       404
  POST /dashboard/save/:id | an Approved item, to a new list | +savedList +savedItem | login 303 303   303    303    303    login  login    303       303
`);

const paths = [
  "/wanted",
  "/dashboard/requests",
  "/dashboard/follows",
  "/dashboard/saved",
  "/dashboard/save/",
];
export const isAboutWanted = (path: string): boolean =>
  paths.some((one) => path === one || (path.startsWith(one) && path.includes(":id")));

const MISSING = { year: "2019", examType: "final", term: "fall" };

/** The requests for the rows about requests, follows and saved lists. */
export function wantedPageCall(world: MatrixWorld, method: string, path: string, about: string): Call {
  const { archive, owner } = world;
  if (about === "opens") return (me) => () => lead(me.send(path), path);
  const by = { ...owner, role: "student" as const };
  return async (me) => {
    const shown = (address: string, word: string) => async () => {
      const answer = me.send(address);
      const cell = await lead(answer, address);
      return cell === 200 ? meets(answer, word) : cell;
    };
    if (path === "/wanted" || path.endsWith("/requests") || path.endsWith("/follows")) {
      const course = await insertCourse(world);
      const address = `${path}?${new URLSearchParams(course)}`;
      if (method === "POST") {
        const fields = path === "/wanted" ? { ask: "2019.final.fall" } : { act: "follow" };
        return async () => {
          const cell = await post(me, address, fields);
          // The login page remembers the exam, too.
          return cell === 302 ? "login" : cell;
        };
      }
      if (path.endsWith("/follows")) await archive.services.follows.follow(by, course);
      else await archive.services.wanted.ask(by, { ...course, ...MISSING }, VISIT.client);
      return shown(path, course.code);
    }
    await insertList(world);
    if (path.startsWith("/dashboard/save/")) {
      const status = about.includes("Pending") ? "Pending" : "Approved";
      const id = await insertItem(archive, "note", { status, fields: { department: "CSE" } });
      const address = path.replace(":id", id);
      return method === "POST"
        ? () => post(me, address, { name: "A new list" })
        : () => lead(me.send(address), address);
    }
    const address = path.replace(":id", SAVED_LIST);
    if (method === "POST")
      return () =>
        post(me, address, path.endsWith(":id") ? { act: "rename", name: "Renamed" } : { name: "New" });
    return path.endsWith(":id") ? () => lead(me.send(address), address) : shown(address, SAVED_LIST);
  };
}
