import { authorize } from "../../../shared/people/authorize.ts";
import {
  type Course,
  type CourseKey,
  courseKeyText,
  type FoundCourse,
  NO_UNIVERSITY,
} from "../../../shared/courses/courses.ts";
import { departmentKey } from "../../../shared/courses/departments.ts";
import { DomainError } from "../../../shared/problems/errors.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import type { Actor, User } from "../../../shared/people/policy.ts";
import { courseSchema, wantedSchema } from "../../../shared/schemas/wanted.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import { universityId } from "../../../shared/courses/universities.ts";
import {
  MAX_REQUESTS,
  WANTED_PAGE_SIZE,
  type WantedExam,
  type WantedPaper,
} from "../../../shared/courses/wanted.ts";
import type { UniversitiesService } from "../../library/index.ts";
import type { Client, LimitsService } from "../../platform/index.ts";
import type { NotifyFoundRepo } from "./notify-found.repo.ts";
import type { WantedRepo, WantedRow } from "./wanted.repo.ts";
import type { WantedKey } from "./wanted-sql.repo.ts";

/** How many missing papers the dashboard shows. */
const ON_DASHBOARD = 3;
/** Requests are kept for this time after their person was notified of the paper, in ms. */
const KEPT = 90 * 86_400_000;

/** The functions of the courses that requests and follows need. */
export interface KnownCourses {
  find: (
    actor: Actor,
    address: { university: string; code: string; anySpelling: true },
  ) => Promise<FoundCourse>;
  named: (keys: readonly CourseKey[]) => Promise<Map<string, Course>>;
}

export interface WantedDependencies {
  wantedRepo: WantedRepo;
  notifyFoundRepo: NotifyFoundRepo;
  courses: KnownCourses;
  universities: Pick<UniversitiesService, "named">;
  limits: Pick<LimitsService, "take">;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** The outcome of a request. A paper that is there answers it. */
export type Asked = { state: "asked"; wanted: number } | { state: "exists"; id: string; path: string };

/** A person's own request; `path` is the paper, if it is there now. */
export type OwnWanted = WantedPaper & { path: string | undefined };

/** Finds a course by any name of the university and any spelling of the code. @throws DomainError not_found */
export async function courseNamed(
  courses: KnownCourses,
  actor: Actor,
  { university, code }: { university: string; code: string },
): Promise<Course> {
  const address = { university: university === "" ? NO_UNIVERSITY : university, code };
  const found = await courses.find(actor, { ...address, anySpelling: true });
  if (found.found !== "course") throw new DomainError("not_found");
  return found.course;
}

/** Requests for missing papers. */
export function createWantedService(dependencies: WantedDependencies) {
  const { wantedRepo, notifyFoundRepo, courses, universities, limits, clock } = dependencies;

  /** @throws DomainError invalid_input, not_found for an unknown course */
  async function read(actor: Actor, input: unknown): Promise<{ course: Course; exam: WantedKey }> {
    const { university, code, ...exam } = validate(wantedSchema, input);
    const course = await courseNamed(courses, actor, { university, code });
    const { universityKey, codeNorm } = course;
    return { course, exam: { universityKey, codeNorm, ...exam } };
  }

  async function described(rows: readonly WantedRow[]): Promise<WantedPaper[]> {
    const named = await courses.named(rows);
    return rows.flatMap(({ universityKey, codeNorm, ...exam }) => {
      const course = named.get(courseKeyText({ universityKey, codeNorm }));
      return course ? [{ ...exam, course }] : [];
    });
  }

  const pathOf = (id: string): string => `${kindNamed("question").pages.details}/${id}`;

  return {
    /**
     * Asks for a missing paper. Asking twice changes nothing.
     * @param input `{university, code, year, examType, term}`; the university in any spelling, "" for a course
     * without one; without a term, any term is wanted
     * @returns the number of people who want it, or the paper if it is there
     * @throws DomainError sign_in_required, invalid_input, too_many_requests; not_found for an unknown course;
     * conflict if the person wants too many papers, or the exam was not held or lies in the future
     */
    async ask(actor: Actor, input: unknown, client: Client): Promise<Asked> {
      const by = authorize(actor, "useAccount");
      await limits.take("ask", { client, account: by.email });
      const { exam } = await read(actor, input);
      const paper = await wantedRepo.paperOf(exam);
      if (paper) return { state: "exists", id: paper.id, path: pathOf(paper.id) };
      const refused = await wantedRepo.refusal(exam, new Date(clock()));
      if (refused) throw new DomainError("conflict", { fields: { paper: { code: refused } } });
      const asked = await wantedRepo.ask(by, exam, clock());
      if ("wanted" in asked) return { state: "asked", wanted: asked.wanted };
      if (asked.refusal === "tooManyRequests")
        throw new DomainError("conflict", {
          fields: { paper: { code: "tooManyRequests", param: String(MAX_REQUESTS) } },
        });
      const found = await wantedRepo.paperOf(asked.exam);
      if (!found) throw new DomainError("conflict");
      return { state: "exists", id: found.id, path: pathOf(found.id) };
    },

    /**
     * Takes a request back, also if its course has no papers now.
     * @param input as for `ask`
     * @returns whether the person had asked
     * @throws DomainError sign_in_required, invalid_input, too_many_requests; not_found for an unknown course without
     * a request
     */
    async takeBack(actor: Actor, input: unknown, client: Client): Promise<boolean> {
      const by = authorize(actor, "useAccount");
      await limits.take("ask", { client, account: by.email });
      const { university, code, ...exam } = validate(wantedSchema, input);
      const key = await wantedRepo.keyOf({ university, code });
      if (await wantedRepo.takeBack(by, { ...key, ...exam })) return true;
      await courseNamed(courses, actor, { university, code });
      return false;
    },

    /** The person's requests, the newest first. @throws DomainError sign_in_required */
    async own(actor: Actor): Promise<OwnWanted[]> {
      const rows = await wantedRepo.own(authorize(actor, "useAccount"));
      const papers = await described(rows);
      const ids = new Map(rows.map((row) => [keyOf(row), row.paperId]));
      return papers.map((paper) => {
        const id = ids.get(keyOf({ ...paper, ...paper.course }));
        return { ...paper, path: id && pathOf(id) };
      });
    },

    /**
     * One exam of a course, with the number of people who want its paper, and the paper if it is there.
     * @throws DomainError invalid_input, not_found for an unknown course
     */
    async exam(actor: Actor, input: unknown): Promise<OwnWanted> {
      const { course, exam } = await read(actor, input);
      const [row, paper] = await Promise.all([wantedRepo.exam(exam, actor?.id), wantedRepo.paperOf(exam)]);
      const { universityKey: _key, codeNorm: _code, ...wanted } = row;
      return { ...wanted, course, path: paper && pathOf(paper.id) };
    },

    /**
     * Whether the person has requests, also for papers that are there now.
     * @param codeNorm only those for courses with this normalised code, at any university
     */
    hasRequests: (person: User, codeNorm?: string): Promise<boolean> =>
      wantedRepo.hasRequests(person.id, codeNorm),

    /** The exams of a course that people want, for its grid. It has everybody's requests as numbers only. */
    async ofCourse(actor: Actor, course: CourseKey): Promise<WantedExam[]> {
      const rows = await wantedRepo.ofCourse(course, actor?.id);
      return rows.map(({ universityKey: _key, codeNorm: _code, ...exam }) => exam);
    },

    /**
     * The papers that most people want.
     * @param filter any name of a university, and a department; an unknown one has no papers
     * @param page zero-based
     * @param size how many papers a page has
     */
    async list(
      actor: Actor,
      filter: { university?: string | undefined; department?: string | undefined },
      page = 0,
      size = WANTED_PAGE_SIZE,
    ): Promise<{ papers: WantedPaper[]; count: number; size: number }> {
      const { university, department: typed } = filter;
      // Without a university, a name can mean several departments that universities merged it into.
      const { department } = await universities.named({ university, department: typed ? [typed] : [] });
      const universityKey = university ? await wantedRepo.universityKeyOf(university) : undefined;
      if (university && universityKey === undefined) return { papers: [], count: 0, size };
      const keys = { universityKey, departmentKeys: typed ? department.map(departmentKey) : undefined };
      const { rows, count } = await wantedRepo.list(keys, actor?.id, { size, offset: page * size });
      return { papers: await described(rows), count, size };
    },

    /**
     * For the dashboard: papers that the person may have. Those of courses that they contributed to or follow come first,
     * then those of their department, of their university, and of everybody. Their own requests are left out.
     * @param place any name of the person's university and department, "" if they chose none
     * @returns `count` of all wanted papers
     * @throws DomainError sign_in_required
     */
    async forContributor(
      actor: Actor,
      { university, department }: { university: string; department: string },
    ): Promise<{ papers: WantedPaper[]; count: number }> {
      const by = authorize(actor, "useAccount");
      // The person may have asked for some of them.
      const page = { size: 10 * ON_DASHBOARD, offset: 0 };
      const chosen = new Map<string, WantedRow>();
      const isFull = () => chosen.size === ON_DASHBOARD;
      const add = (rows: readonly WantedRow[]) => {
        for (const row of rows)
          if (!row.isMine && !isFull() && !chosen.has(keyOf(row))) chosen.set(keyOf(row), row);
      };
      add(await wantedRepo.near(by, page.size));
      if (university && !isFull()) {
        // Until the table of universities has a new name, its items have the id of the name.
        const universityKey = (await wantedRepo.universityKeyOf(university)) ?? universityId(university);
        const within = async (filter: { departmentKeys?: string[] }) =>
          add((await wantedRepo.list({ universityKey, ...filter }, by.id, page)).rows);
        const shown = (await universities.named({ university, department })).department;
        if (shown) await within({ departmentKeys: [departmentKey(shown)] });
        if (!isFull()) await within({});
      }
      const all = await wantedRepo.list({}, by.id, page);
      add(all.rows);
      return { papers: await described([...chosen.values()]), count: all.count };
    },

    /** Tells everyone whose paper is there now. @param signal ends the work between two exams */
    async notify(signal?: AbortSignal): Promise<void> {
      await notifyFoundRepo.recheck();
      for (const exam of await notifyFoundRepo.found()) {
        while (await notifyFoundRepo.notify(exam, clock())) if (signal?.aborted) return;
        if (signal?.aborted) return;
      }
    },

    /** Removes old requests whose paper is there. */
    sweep: (): Promise<void> => notifyFoundRepo.sweep(clock() - KEPT),

    /** @throws DomainError invalid_input, not_found */
    course: (actor: Actor, input: unknown): Promise<Course> =>
      courseNamed(courses, actor, validate(courseSchema, input)),
  };
}

const keyOf = ({ universityKey, codeNorm, year, examType, term }: WantedKey): string =>
  JSON.stringify([universityKey, codeNorm, year, examType, term]);
