import type { Allowed } from "../../../shared/people/authorize.ts";
import type { CourseKey } from "../../../shared/courses/courses.ts";
import { MAX_FOLLOWS } from "../../../shared/courses/wanted.ts";
import type { Database } from "../../platform/index.ts";
import { type ResourceRow, visibleRows } from "../../library/index.ts";
import { courseKeyOf, lockCourse } from "../wanted/course-lock.repo.ts";
import { newsOf } from "./news.repo.ts";

type Person = Allowed<"useAccount">;

/** A number of followers is counted up to this, so that it is fast. */
export const MAX_FOLLOWERS = 1_000;

/** SQL for the courses that people follow. */
export function createFollowsRepo(db: Database) {
  return {
    /** The courses that a person follows, the latest first. A merged course is the one that shows its papers. */
    async own(by: Person): Promise<CourseKey[]> {
      const rows = await db.read
        .selectFrom("courseFollow")
        .where("userId", "=", by.id)
        .groupBy(["universityKey", "codeNorm"])
        .select((eb) => ["universityKey", "codeNorm", eb.fn.max("createdAt").as("latest")])
        .orderBy("latest", "desc")
        .orderBy("universityKey")
        .orderBy("codeNorm")
        .execute();
      return rows.map(({ universityKey, codeNorm }) => ({ universityKey, codeNorm }));
    },

    /** Whether a person follows a course with this code, at any university. */
    async followsCode(userId: string, codeNorm: string): Promise<boolean> {
      const own = db.read.selectFrom("courseFollow").where("userId", "=", userId);
      return (await own.where("codeNorm", "=", codeNorm).select("codeNorm").executeTakeFirst()) !== undefined;
    },

    /** The number of followers, up to one more than `MAX_FOLLOWERS`, and whether a person is one of them. */
    async state(
      { universityKey, codeNorm }: CourseKey,
      userId: string | undefined,
    ): Promise<{ followers: number; isMine: boolean }> {
      const follows = db.read
        .selectFrom("courseFollow")
        .where("universityKey", "=", universityKey)
        .where("codeNorm", "=", codeNorm);
      const [counted, own] = await Promise.all([
        db.read
          .selectFrom(
            follows
              .select("userId")
              .distinct()
              .limit(MAX_FOLLOWERS + 1)
              .as("follower"),
          )
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow(),
        userId === undefined
          ? undefined
          : follows.where("userId", "=", userId).select("userId").executeTakeFirst(),
      ]);
      return { followers: Number(counted.count), isMine: own !== undefined };
    },

    keyOf: (course: { university: string; code: string }): Promise<CourseKey> => courseKeyOf(db, course),

    /** @returns false if the person follows too many courses */
    follow: (by: Person, course: CourseKey, at: number): Promise<boolean> =>
      db.transaction(async (trx) => {
        const { universityKey, codeNorm } = await lockCourse(trx, db.engine, by.id, course);
        const own = await trx
          .selectFrom("courseFollow")
          .select(["universityKey", "codeNorm"])
          .where("userId", "=", by.id)
          .execute();
        if (own.some((one) => one.universityKey === universityKey && one.codeNorm === codeNorm)) return true;
        if (own.length >= MAX_FOLLOWS) return false;
        await trx
          .insertInto("courseFollow")
          .values({ userId: by.id, universityKey, askedCode: course.codeNorm, codeNorm, createdAt: at })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        return true;
      }),

    /** @returns whether the person followed the course */
    unfollow: (by: Person, course: CourseKey): Promise<boolean> =>
      db.transaction(async (trx) => {
        const { universityKey, codeNorm } = await lockCourse(trx, db.engine, by.id, course);
        const own = trx
          .deleteFrom("courseFollow")
          .where("userId", "=", by.id)
          .where("universityKey", "=", universityKey)
          .where("codeNorm", "=", codeNorm);
        return (await own.executeTakeFirst()).numDeletedRows > 0n;
      }),

    /** The newest papers and answers of the person's courses, since they follow them; not their own. */
    async news(by: Person, after: number, size: number): Promise<ResourceRow[]> {
      const rows = await newsOf(db.read, by.id)
        .where("news.publishedAt", ">", after)
        .orderBy("publishedAt", "desc")
        .orderBy("news.itemId", "desc")
        .limit(size)
        .execute();
      const ids = rows.map(({ itemId }) => itemId);
      // A student's view, so that the dashboard shows the same as the mail.
      return visibleRows(db.read, db.engine, ids, undefined);
    },

    /** Removes news that were published before a time. */
    async sweep(before: number): Promise<void> {
      await db.write
        .deleteFrom("courseNews")
        .where("itemId", "in", (eb) =>
          eb
            .selectFrom("courseNews")
            .select("itemId")
            .where("publishedAt", "<", before)
            .orderBy("publishedAt")
            .limit(10_000),
        )
        .execute();
    },
  };
}

export type FollowsRepo = ReturnType<typeof createFollowsRepo>;
