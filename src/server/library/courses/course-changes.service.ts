import { type Allowed, authorize } from "../../../shared/people/authorize.ts";
import type { CourseKey } from "../../../shared/courses/courses.ts";
import { DomainError, invalid } from "../../../shared/problems/errors.ts";
import { type Actor, policy } from "../../../shared/people/policy.ts";
import {
  courseKeySchema,
  examNotHeldSchema,
  mergedCourseSchema,
  renamedCourseSchema,
  termMonthsSchema,
} from "../../../shared/schemas/course.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import { normalizeCode } from "../../../shared/text/words.ts";
import type { CourseChangesRepo, ListedMerge } from "./course-changes.repo.ts";
import { MAX_MERGED } from "./course-keys.repo.ts";
import type { CoursePermissionRepo } from "./course-permission.repo.ts";
import { mainPlace } from "./course-permission.rules.ts";
import type { CoursesRepo } from "./courses.repo.ts";

export interface CourseChangesDependencies {
  courseChangesRepo: CourseChangesRepo;
  coursePermissionRepo: CoursePermissionRepo;
  coursesRepo: CoursesRepo;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

const MERGES_PAGE_SIZE = 50;

/** One page of the merged and renamed courses. */
export interface MergesPage {
  merges: ListedMerge[];
  /** The number of merged and renamed courses on all pages. */
  count: number;
  size: number;
}

/** The changes of courses by admins and moderators. Each change has an entry in the audit trail. */
export function createCourseChangesService({
  courseChangesRepo,
  coursePermissionRepo,
  coursesRepo,
  clock,
}: CourseChangesDependencies) {
  /**
   * The places that let a moderator decide about a course: its main place, and the place of papers that other people
   * posted and approved. Own papers don't count.
   */
  async function placesOf(by: Allowed<"setStatus">, [first, ...others]: readonly CourseKey[]) {
    if (!first || policy.manageCourses(by)) return { places: [] };
    const members = [first, ...others] as const;
    const [departments, ofOthers] = await Promise.all([
      coursePermissionRepo.departments(by, members),
      coursePermissionRepo.placeOfOthers(by, members),
    ]);
    const main = mainPlace(first.universityKey, departments);
    return { places: [main, ofOthers].filter((place) => place !== undefined) };
  }

  /** Checks that a person may record exams of a course. @throws DomainError sign_in_required, forbidden, not_found */
  async function recorder(actor: Actor, key: CourseKey) {
    // A visitor or student learns nothing about the course.
    const by = authorize(actor, "setStatus");
    const { members, papers } = await coursesRepo.whole(key);
    if (papers === 0) throw new DomainError("not_found");
    return { members, by: authorize(actor, "recordExam", await placesOf(by, members)) };
  }

  return {
    /**
     * Renames a course. Its old address leads to the new one.
     * @param input `universityKey` and `codeNorm` of the course, and the new `code` and `title`
     * @returns the key of the renamed course
     * @throws DomainError sign_in_required, forbidden, invalid_input, not_found
     */
    async rename(actor: Actor, input: unknown): Promise<CourseKey> {
      const by = authorize(actor, "manageCourses");
      const renamed = validate(renamedCourseSchema, input);
      const refused = await courseChangesRepo.rename(renamed, { by, at: clock() });
      if (refused === "gone") throw new DomainError("not_found");
      if (refused === "taken") throw invalid("code", "courseTaken");
      if (refused === "tooMany") throw invalid("code", "tooMany", String(MAX_MERGED));
      return { universityKey: renamed.universityKey, codeNorm: normalizeCode(renamed.code) };
    },

    /**
     * Merges a course into another one of the same university.
     * @param input `universityKey` and `codeNorm` of the course that goes, and `into`, the code of the one that stays
     * @returns the key of the course that stays
     * @throws DomainError sign_in_required, forbidden, invalid_input, not_found
     */
    async merge(actor: Actor, input: unknown): Promise<CourseKey> {
      const by = authorize(actor, "manageCourses");
      const { into, ...key } = validate(mergedCourseSchema, input);
      const merged = await courseChangesRepo.merge(
        { ...key, into: normalizeCode(into) },
        { by, at: clock() },
      );
      if (merged === "gone") throw new DomainError("not_found");
      if (merged === "unknown") throw invalid("into", "noCourse");
      if (merged === "same") throw invalid("into", "sameCourse");
      if (merged === "tooMany") throw invalid("into", "tooMany", String(MAX_MERGED));
      return merged;
    },

    /**
     * Undoes a merge or a rename: the course has its own page again.
     * @param input `universityKey` and `codeNorm` of the course that was merged
     * @throws DomainError sign_in_required, forbidden, invalid_input, not_found
     */
    async undoMerge(actor: Actor, input: unknown): Promise<void> {
      const by = authorize(actor, "manageCourses");
      const key = validate(courseKeySchema, input);
      if (!(await courseChangesRepo.undoMerge(key, { by, at: clock() }))) throw new DomainError("not_found");
    },

    /**
     * One page of the merged and renamed courses, the newest first.
     * @param page zero-based
     * @throws DomainError sign_in_required, forbidden
     */
    async merges(actor: Actor, page = 0): Promise<MergesPage> {
      const by = authorize(actor, "manageCourses");
      const size = MERGES_PAGE_SIZE;
      return { ...(await courseChangesRepo.merges(by, { size, offset: page * size })), size };
    },

    /** Whether a person may record exams of a course. */
    async mayRecord(actor: Actor, key: CourseKey): Promise<boolean> {
      if (!policy.setStatus(actor)) return false;
      const by = authorize(actor, "setStatus");
      return policy.recordExam(by, await placesOf(by, await coursesRepo.members(key)));
    },

    /**
     * Records that an exam was not held, so it is no gap. Admins, and moderators of the course's main place, or of
     * an area with papers of the course that others posted and approved.
     * @param input `universityKey`, `codeNorm`, `year`, `examType`, and `term`, "" for every term of the year
     * @returns false if it was recorded before
     * @throws DomainError sign_in_required, forbidden, invalid_input, not_found
     */
    async recordNotHeld(actor: Actor, input: unknown): Promise<boolean> {
      authorize(actor, "setStatus");
      const exam = validate(examNotHeldSchema, input);
      const { by } = await recorder(actor, exam);
      const recorded = await courseChangesRepo.recordNotHeld(exam, { by, at: clock() });
      if (recorded === "tooMany") throw new DomainError("conflict");
      return recorded;
    },

    /**
     * Takes back such a record.
     * @param input as for `recordNotHeld`
     * @returns false if there is no such record
     * @throws DomainError sign_in_required, forbidden, invalid_input, not_found
     */
    async takeBackNotHeld(actor: Actor, input: unknown): Promise<boolean> {
      authorize(actor, "setStatus");
      const exam = validate(examNotHeldSchema, input);
      const { by, members } = await recorder(actor, exam);
      return courseChangesRepo.takeBackNotHeld(exam, members, { by, at: clock() });
    },

    /** The last month of each term, for the form of admins. @throws DomainError sign_in_required, forbidden */
    async termMonths(actor: Actor): Promise<Record<string, number>> {
      authorize(actor, "manageCourses");
      return coursesRepo.lastMonths();
    },

    /**
     * Sets the last month of each term. Until this month, an exam of the term is "not yet" and no gap.
     * @param input a month for each term: 1 to 12, or up to 15 for a month of the next year
     * @throws DomainError sign_in_required, forbidden, invalid_input
     */
    async setTermMonths(actor: Actor, input: unknown): Promise<void> {
      const by = authorize(actor, "manageCourses");
      const months = validate(termMonthsSchema, input) as Record<string, number>;
      await courseChangesRepo.setTermMonths(months, { by, at: clock() });
    },
  };
}
