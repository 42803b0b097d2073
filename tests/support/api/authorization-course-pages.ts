import { normalizeCode } from "../../../src/shared/text/words.ts";
import type { Status } from "../../../src/shared/items/status.ts";
import { coursePath, departmentPath, universityPath } from "../../../src/shared/courses/courses.ts";
import { insertItem, unique } from "../archive/factories.ts";
import type { Call } from "./authorization-calls.ts";
import { meets, status as statusOf } from "./authorization-observe.ts";
import { rows } from "./authorization-rows.ts";
import type { MatrixWorld } from "./authorization-world.ts";

/**
 * The pages of courses, and the pages that lead to them. They show a visitor's view to every reader, so a paper that
 * is not Approved appears on none of them, also for an admin.
 */
export const coursePages = rows(`
//                                                                                visitor student owner  other  admin  exAdmin suspended expired  moderator outside
  GET /course/:university/:code          | an Approved paper            |         | 200    200    200    200    200    200    200    200      200       200
  GET /course/:university/:code          | a Pending paper              |         | 404    404    404    404    404    404    404    404      404       404
  GET /course/:university/:code          | a Cancelled paper            |         | 404    404    404    404    404    404    404    404      404       404
  GET /course/:university/:code          | beside others, a Pending paper |       | hidden hidden hidden hidden hidden hidden hidden hidden   hidden    hidden
  GET /course/:university/:code/feed.xml | an Approved paper            |         | 200    200    200    200    200    200    200    200      200       200
  GET /course/:university/:code/feed.xml | a Pending paper              |         | 404    404    404    404    404    404    404    404      404       404
  GET /course/:university/:code/feed.xml | beside others, a Pending paper |       | hidden hidden hidden hidden hidden hidden hidden hidden   hidden    hidden
  GET /universities                      | an Approved paper            |         | seen   seen   seen   seen   seen   seen   seen   seen     seen      seen
  GET /universities                      | a Pending paper              |         | hidden hidden hidden hidden hidden hidden hidden hidden   hidden    hidden
  GET /home/courses                      | an Approved paper            |         | seen   seen   seen   seen   seen   seen   seen   seen     seen      seen
  GET /home/courses                      | a Pending paper              |         | hidden hidden hidden hidden hidden hidden hidden hidden   hidden    hidden
  GET /university/:university            | an Approved paper            |         | seen   seen   seen   seen   seen   seen   seen   seen     seen      seen
  GET /university/:university            | a Pending paper              |         | 404    404    404    404    404    404    404    404      404       404
  GET /department/:university/:department | an Approved paper           |         | seen   seen   seen   seen   seen   seen   seen   seen     seen      seen
  GET /department/:university/:department | a Pending paper             |         | 404    404    404    404    404    404    404    404      404       404
`);

export const isAboutCourses = (path: string): boolean =>
  /^\/(?:home\/courses|course|universities|university|department)\b/.test(path);

/** The requests for the rows about courses. Each has a new course at a new university. */
export function coursePageCall({ archive, owner }: MatrixWorld, path: string, about: string): Call {
  return async (me) => {
    const code = `CANARY ${unique()}`;
    // A new name is shown in lower case until it is in the table of universities.
    const university = `university ${unique()} of canaries`;
    const status = /Approved|Pending|Cancelled/.exec(about)?.[0] as Status;
    const insert = (one: Status) =>
      insertItem(archive, "question", {
        status: one,
        uploader: owner,
        fields: { code, university, department: "Ornithology" },
      });
    const id = await insert(status);
    if (about.startsWith("beside")) await insert("Approved");
    const course = coursePath({ university, codeNorm: normalizeCode(code) });
    const address = path
      .replace("/home/courses", `/home/courses?c=${encodeURIComponent(course.slice("/course/".length))}`)
      .replace("/course/:university/:code", course)
      .replace("/university/:university", universityPath(university))
      .replace("/department/:university/:department", departmentPath(university, "Ornithology"));
    if (about.startsWith("beside")) return () => meets(me.get(address), id);
    if (path.startsWith("/course")) return () => statusOf(me.send(address));
    return () => meets(me.get(address), path === "/universities" ? university : code);
  };
}
