import { authorize } from "../../../shared/people/authorize.ts";
import { type Course, type CourseKey, courseKeyText } from "../../../shared/courses/courses.ts";
import { DomainError } from "../../../shared/problems/errors.ts";
import type { Actor, User } from "../../../shared/people/policy.ts";
import { courseSchema } from "../../../shared/schemas/wanted.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import { MAX_FOLLOWS } from "../../../shared/courses/wanted.ts";
import type { LimitsService } from "../../platform/index.ts";
import type { ResourceRow } from "../../library/index.ts";
import { courseNamed, type KnownCourses } from "../wanted/wanted.service.ts";
import { type FollowsRepo, MAX_FOLLOWERS } from "./follows.repo.ts";

const DAY = 86_400_000;
/** How long news are kept, in ms, and how many the dashboard shows. */
const KEPT = 60 * DAY;
const ON_DASHBOARD = 10;

export interface FollowsDependencies {
  followsRepo: FollowsRepo;
  courses: KnownCourses;
  limits: Pick<LimitsService, "take">;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** How many people follow a course, and whether the reader does. */
export interface FollowState {
  followers: number;
  /** Whether there are more followers than `followers`. */
  isMore: boolean;
  isMine: boolean;
}

/** The courses that people follow. Nobody else learns which courses a person follows. */
export function createFollowsService({ followsRepo, courses, limits, clock }: FollowsDependencies) {
  /** @throws DomainError sign_in_required, invalid_input, too_many_requests */
  async function change(actor: Actor, input: unknown) {
    const by = authorize(actor, "useAccount");
    await limits.take("follow", { account: by.email });
    return { by, address: validate(courseSchema, input) };
  }

  return {
    /**
     * Follows a course. Following twice changes nothing.
     * @param input `{university, code}`: any name of the university, or "", and the code in any spelling
     * @returns the course
     * @throws DomainError sign_in_required, invalid_input, too_many_requests, not_found, conflict if the person
     * follows too many courses
     */
    async follow(actor: Actor, input: unknown): Promise<Course> {
      const { by, address } = await change(actor, input);
      const course = await courseNamed(courses, actor, address);
      if (!(await followsRepo.follow(by, course, clock())))
        throw new DomainError("conflict", {
          fields: { course: { code: "tooManyFollows", param: String(MAX_FOLLOWS) } },
        });
      return course;
    },

    /**
     * Stops following a course, also if it has no papers now.
     * @param input as for `follow`
     * @returns the course, and whether the person followed it
     * @throws DomainError sign_in_required, invalid_input, too_many_requests; not_found for an unknown course that the
     * person doesn't follow
     */
    async unfollow(actor: Actor, input: unknown): Promise<{ course: Course; modified: boolean }> {
      const { by, address } = await change(actor, input);
      const key = await followsRepo.keyOf(address);
      const course = (await courses.named([key])).get(courseKeyText(key));
      if (course && (await followsRepo.unfollow(by, key))) return { course, modified: true };
      return { course: await courseNamed(courses, actor, address), modified: false };
    },

    /** The courses that the person follows, the latest first. @throws DomainError sign_in_required */
    async own(actor: Actor): Promise<Course[]> {
      const keys = await followsRepo.own(authorize(actor, "useAccount"));
      const named = await courses.named(keys);
      return keys.flatMap((key) => named.get(courseKeyText(key)) ?? []);
    },

    /** Whether the person follows a course with this normalised code, at any university. */
    followsCode: (person: User, codeNorm: string): Promise<boolean> =>
      followsRepo.followsCode(person.id, codeNorm),

    /** How many people follow a course, and whether the reader does. */
    async state(actor: Actor, course: CourseKey): Promise<FollowState> {
      const { followers, isMine } = await followsRepo.state(course, actor?.id);
      return { followers: Math.min(followers, MAX_FOLLOWERS), isMore: followers > MAX_FOLLOWERS, isMine };
    },

    /**
     * The newest papers and answers of the person's courses, of the last 60 days.
     * @throws DomainError sign_in_required
     */
    news: async (actor: Actor): Promise<ResourceRow[]> =>
      followsRepo.news(authorize(actor, "useAccount"), clock() - KEPT, ON_DASHBOARD),

    /** Removes old news. */
    sweep: (): Promise<void> => followsRepo.sweep(clock() - KEPT),
  };
}
