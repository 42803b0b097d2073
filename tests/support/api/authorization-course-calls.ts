import type { Status } from "../../../src/shared/items/status.ts";
import { statuses } from "../../../src/shared/items/status.ts";
import { insertItem, unique } from "../archive/factories.ts";
import type { Call } from "./authorization-calls.ts";
import { meets, outcome, status as statusOf } from "./authorization-observe.ts";
import { post } from "./authorization-page-calls.ts";
import { rows } from "./authorization-rows.ts";
import type { MatrixWorld, Person } from "./authorization-world.ts";

/** The rows about courses. Every reader gets a visitor's view of them. */
export const courseRows = rows(`
//                                                                         visitor student owner  other  admin  exAdmin suspended expired  moderator outside
  list_university    | an Approved paper                 |               | seen   seen   seen   seen   seen   seen   seen   seen     seen      seen
  list_university    | a Pending paper                   |               | hidden hidden hidden hidden hidden hidden hidden hidden   hidden    hidden
  list_university    | a Cancelled paper                 |               | hidden hidden hidden hidden hidden hidden hidden hidden   hidden    hidden
  university         | an Approved paper                 |               | 200    200    200    200    200    200    200    200      200       200
  university         | a Pending paper                   |               | 404    404    404    404    404    404    404    404      404       404
  university         | a Cancelled paper                 |               | 404    404    404    404    404    404    404    404      404       404
  course             | an Approved paper                 |               | 200    200    200    200    200    200    200    200      200       200
  course             | a Pending paper                   |               | 404    404    404    404    404    404    404    404      404       404
  course             | a Cancelled paper                 |               | 404    404    404    404    404    404    404    404      404       404
  courseChanges.rename | another title                   | +audit +courseName | 401 403 403   403    ok     403    401    401      403       403
  courseChanges.merge | two courses                      | +audit +courseMerge | 401 403 403  403    ok     403    401    401      403       403
  courseChanges.undoMerge | a merged course              | +audit -courseMerge | 401 403 403  403    ok     403    401    401      403       403
  courseChanges.merges | all                             |               | 401    403    403    403    ok     403    401    401      403       403
  courseChanges.recordNotHeld | of a course of the areas | +audit +examNotHeld | 401 403 403  403    ok     403    401    401      ok        403
  courseChanges.takeBackNotHeld | of a course of the areas | +audit -examNotHeld | 401 403 403 403   ok     403    401    401      ok        403
  courseChanges.termMonths | all                         |               | 401    403    403    403    ok     403    401    401      403       403
  courseChanges.setTermMonths | other months             | +audit ~termMonth | 401 403   403    403    ok     403    401    401      403       403
`);

/** Functions of services about courses without their own rows, as in `reachedBy`. */
export const coursesReachedBy: Record<string, string> = {
  "courses.find": "course",
  "courses.page": "course",
  "courses.browseUniversities": "list_university",
  "courses.browseUniversity": "university",
  "courses.browseDepartment": "university",
  "courses.named": "pages of courses that people follow or want",
  "courses.members": "pages of courses that people follow or want",
  "courseTitles.lookUp": "GET /dashboard/contribute/:id and its like",
  "courseChanges.mayRecord": "GET /admin-dashboard/courses",
};

const EXAM = { year: "2010", examType: "final", term: "" };

/** Each row has its own university, because the matrix tells rows apart by the first column of their key. */
const newUniversity = (): string => `Course University ${unique()}`;

/** Inserts a paper of a new course in the area of the moderator. @returns the key of the course */
async function freshCourse(
  { archive, owner }: MatrixWorld,
  university = newUniversity(),
  status: Status = "Approved",
) {
  const code = `MTX ${unique()}`;
  const fields = { university, code, department: "CSE" };
  await insertItem(archive, "question", { uploader: owner, status, fields });
  return { universityKey: university.toLowerCase(), codeNorm: code.replace(" ", "") };
}

/** Records of two courses, as an admin makes them. */
function prepared({ archive }: MatrixWorld) {
  return {
    merge: (key: { universityKey: string; codeNorm: string }, into: string) =>
      archive.db.write
        .insertInto("courseMerge")
        .values({ ...key, intoCodeNorm: into, shownCodeNorm: into, createdAt: 1 })
        .execute(),
    notHeld: (key: { universityKey: string; codeNorm: string }) =>
      archive.db.write
        .insertInto("examNotHeld")
        .values({ ...key, ...EXAM, year: Number(EXAM.year), createdAt: 1 })
        .execute(),
  };
}

/** Other months than before, so that each change is visible. */
const otherMonths = () => ({
  spring: "6",
  summer: "9",
  fall: String(10 + (unique() % 3)),
  winter: String(1 + (unique() % 12)),
});

/** The requests for the rows about courses. */
export function courseCalls(world: MatrixWorld): Record<string, Call> {
  const { services } = world.archive;
  const actor = (me: Person) => services.accounts.actor(me.headers);
  const about = (status: Status): string => `a${status === "Approved" ? "n" : ""} ${status} paper`;
  const read = (path: (university: string, code: string) => string, status: Status): Call => {
    return async (me) => {
      const university = newUniversity();
      const { codeNorm } = await freshCourse(world, university, status);
      const slug = university.toLowerCase().replaceAll(" ", "-");
      const address = path(slug, codeNorm);
      return () => (address === "/api/courses" ? meets(me.get(address), slug) : statusOf(me.get(address)));
    };
  };
  type Changes = typeof services.courseChanges;
  const change = (work: (changes: Changes, me: Person) => Promise<() => Promise<unknown>>): Call => {
    return async (me) => {
      const act = await work(services.courseChanges, me);
      return () => outcome(async () => void (await act()));
    };
  };
  return {
    ...Object.fromEntries(
      statuses.flatMap((status) => [
        [`list_university | ${about(status)}`, read(() => "/api/courses", status)],
        [`university | ${about(status)}`, read((university) => `/api/courses/${university}`, status)],
        [
          `course | ${about(status)}`,
          read((university, code) => `/api/courses/${university}/${code}`, status),
        ],
      ]),
    ),
    "courseChanges.rename | another title": change(async (changes, me) => {
      const key = await freshCourse(world);
      return async () => changes.rename(await actor(me), { ...key, code: key.codeNorm, title: "A title" });
    }),
    "courseChanges.merge | two courses": change(async (changes, me) => {
      const university = newUniversity();
      const [key, into] = [await freshCourse(world, university), await freshCourse(world, university)];
      return async () => changes.merge(await actor(me), { ...key, into: into.codeNorm });
    }),
    "courseChanges.undoMerge | a merged course": change(async (changes, me) => {
      const university = newUniversity();
      const [key, into] = [await freshCourse(world, university), await freshCourse(world, university)];
      await prepared(world).merge(key, into.codeNorm);
      return async () => changes.undoMerge(await actor(me), key);
    }),
    "courseChanges.merges | all": change(async (changes, me) => async () => changes.merges(await actor(me))),
    "courseChanges.recordNotHeld | of a course of the areas": change(async (changes, me) => {
      const key = await freshCourse(world);
      return async () => changes.recordNotHeld(await actor(me), { ...key, ...EXAM });
    }),
    "courseChanges.takeBackNotHeld | of a course of the areas": change(async (changes, me) => {
      const key = await freshCourse(world);
      await prepared(world).notHeld(key);
      return async () => changes.takeBackNotHeld(await actor(me), { ...key, ...EXAM });
    }),
    "courseChanges.termMonths | all": change(
      async (changes, me) => async () => changes.termMonths(await actor(me)),
    ),
    "courseChanges.setTermMonths | other months": change(async (changes, me) => {
      const months = otherMonths();
      return async () => changes.setTermMonths(await actor(me), months);
    }),
  };
}

/** The posts of the page about courses; undefined for other rows. */
export function coursePost(world: MatrixWorld, path: string, about: string): Call | undefined {
  const calls: Record<string, Call> = {
    "rename a course": async (me) => {
      const key = await freshCourse(world);
      return () => post(me, path, { act: "rename", ...key, code: key.codeNorm, title: "A title" });
    },
    "merge a course": async (me) => {
      const university = newUniversity();
      const [key, into] = [await freshCourse(world, university), await freshCourse(world, university)];
      return () => post(me, path, { act: "merge", ...key, into: into.codeNorm });
    },
    "undo a merge": async (me) => {
      const university = newUniversity();
      const [key, into] = [await freshCourse(world, university), await freshCourse(world, university)];
      await prepared(world).merge(key, into.codeNorm);
      return () => post(me, path, { act: "undo", ...key });
    },
    "record an exam": async (me) => {
      const key = await freshCourse(world);
      return () => post(me, path, { act: "record", ...key, ...EXAM });
    },
    "take back a record": async (me) => {
      const key = await freshCourse(world);
      await prepared(world).notHeld(key);
      return () => post(me, path, { act: "takeBack", ...key, ...EXAM });
    },
    "set the months": async (me) => {
      const months = otherMonths();
      return () => post(me, path, { act: "months", ...months });
    },
  };
  return calls[about];
}
