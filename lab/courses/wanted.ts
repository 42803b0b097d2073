import { newUser } from "../../src/server/people/accounts/new-user.ts";
import { createFollowsRepo } from "../../src/server/following/follows/follows.repo.ts";
import { createFollowsService } from "../../src/server/following/follows/follows.service.ts";
import { withPlaceNames } from "../../src/server/library/universities/department-names.repo.ts";
import { createNotifyFoundRepo } from "../../src/server/following/wanted/notify-found.repo.ts";
import { createWantedRepo } from "../../src/server/following/wanted/wanted.repo.ts";
import { createWantedService, type KnownCourses } from "../../src/server/following/wanted/wanted.service.ts";
import type { Database } from "../../src/server/platform/db/schema/schema.ts";
import type { Course } from "../../src/shared/courses/courses.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { seeded } from "../../scripts/lib/seeded.ts";

/** How many people ask and follow. */
const PEOPLE = 50;
/** One of this many courses has a missing paper that people want. */
const ONE_OF = 5;
const BATCH = 1_000;

const reader: User = {
  id: "bench0",
  email: "bench0@example.edu",
  displayName: "",
  role: "student",
  photoURL: null,
};

/** Adds people who want papers of a fifth of the courses and follow these courses. @returns the number of requests */
export async function fillWanted(db: Database, courses: readonly Course[]): Promise<number> {
  const people = Array.from({ length: PEOPLE }, (_, at) => ({
    ...newUser({ email: `bench${at}@example.edu`, displayName: `Bench ${at}` }, 1, true),
    id: `bench${at}`,
  }));
  await db.write.insertInto("users").values(people).execute();
  const pick = seeded(5);
  const follows = courses
    .filter((_, at) => at % ONE_OF === 0)
    .flatMap(({ universityKey, codeNorm }, at) =>
      Array.from({ length: 1 + Math.floor(pick() * 4) }, (_, person) => ({
        userId: `bench${(at + person) % PEOPLE}`,
        universityKey,
        askedCode: codeNorm,
        codeNorm,
        createdAt: 1,
      })),
    );
  for (let from = 0; from < follows.length; from += BATCH) {
    const rows = follows.slice(from, from + BATCH);
    const exam = { year: 2001, examType: "final", term: "fall", toldOf: null, toldAt: null };
    await db.write
      .insertInto("courseRequest")
      .values(rows.map((row) => ({ ...row, ...exam })))
      .execute();
    await db.write.insertInto("courseFollow").values(rows.slice(0, PEOPLE)).execute();
  }
  return follows.length;
}

/** The calls for requests and follows. @param any picks a course */
export function wantedActs(
  db: Database,
  courses: KnownCourses,
  any: () => Course,
): Record<string, () => Promise<unknown>> {
  const limits = { take: async () => {} };
  const common = { courses, limits, clock: Date.now };
  const universities = { named: <Given extends object>(given: Given) => withPlaceNames(db, given) };
  const notifyFoundRepo = createNotifyFoundRepo(db);
  const wanted = createWantedService({
    ...common,
    universities,
    wantedRepo: createWantedRepo(db),
    notifyFoundRepo,
  });
  const follows = createFollowsService({ ...common, followsRepo: createFollowsRepo(db) });
  const client = { address: "127.0.0.1", userAgent: "bench" };
  /** An exam of which some of the courses have a paper. */
  const exam = { year: 2010, examType: "final", term: "fall" };
  const asked = ({ university, codeNorm }: Course) => ({ ...exam, university, code: codeNorm });
  return {
    "one exam of a course": () => wanted.exam(undefined, asked(any())),
    "a request, taken back": async () => {
      const input = asked(any());
      // A course of a later year refuses the request.
      await wanted.ask(reader, input, client).catch(() => {});
      await wanted.takeBack(reader, input, client);
    },
    "a person to tell": async () => {
      const { universityKey, codeNorm } = any();
      const key = { universityKey, codeNorm, ...exam };
      const own = { userId: reader.id, askedCode: codeNorm, createdAt: 1, toldOf: null, toldAt: null };
      await db.write
        .insertInto("courseRequest")
        .values({ ...own, ...key })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await notifyFoundRepo.notify(key, Date.now());
    },
    "requests and followers of a course": () => {
      const course = any();
      return Promise.all([wanted.ofCourse(reader, course), follows.state(reader, course)]);
    },
    "most wanted papers": () => wanted.list(undefined, {}),
    "most wanted papers of a university": () =>
      wanted.list(undefined, { university: any().university || "-" }),
    "most wanted papers of a department": () => wanted.list(undefined, { department: "Law" }),
    "wanted papers on the dashboard": () => wanted.forContributor(reader, { university: "", department: "" }),
    "news on the dashboard": () => follows.news(reader),
    "found papers to tell": () => wanted.notify(),
  };
}
