import { z } from "zod";
import { coursePath } from "../../shared/courses/courses.ts";
import { wantedMessages } from "../../shared/messages/en-wanted.ts";
import { messagesIn, siteLocale } from "../../shared/messages/index.ts";
import { MAX_PAGE } from "../../shared/schemas/list-query.ts";
import { courseSchema, wantedQuerySchema, wantedSchema } from "../../shared/schemas/wanted.ts";
import { validate } from "../../shared/schemas/validate.ts";
import type { WantedPaper } from "../../shared/courses/wanted.ts";
import { modifiedSchema } from "../answers.ts";
import type { Operation } from "../operation.ts";
import type { ApiContext } from "../library/resource-operations.ts";

const courseHead = {
  /** "" for a course without a university. */
  university: z.string(),
  code: z.string(),
  title: z.string(),
  /** The address of the course page. */
  course: z.string(),
};
const wantedHead = {
  ...courseHead,
  year: z.string(),
  examType: z.string(),
  /** "" for any term. */
  term: z.string(),
  /** How many people want the paper. */
  wanted: z.number().int(),
  isMine: z.boolean(),
};

const presentCourse = (course: WantedPaper["course"]) => ({
  university: course.university,
  code: course.code,
  title: course.title,
  course: coursePath(course),
});
const presentWanted = ({ course, year, examType, term, wanted, isMine }: WantedPaper) => ({
  ...presentCourse(course),
  year: String(year),
  examType,
  term,
  wanted,
  isMine,
});
const modified = (changed: boolean) => ({
  body: { acknowledged: true, matchedCount: 1, modifiedCount: changed ? 1 : 0 },
});

/** The calls for requests for missing papers, and for followed courses. */
export function wantedOperations({ services }: ApiContext): Operation[] {
  const { wanted, follows } = services;
  const labels = messagesIn(siteLocale, wantedMessages).fields;
  const own = { access: "signedIn" as const, labels };
  const requests = { ...own, tag: "Requests" };
  const followed = { ...own, tag: "Followed courses" };

  return [
    {
      id: "wanted",
      method: "get",
      paths: ["/wanted"],
      summary: "List missing papers, most wanted first, of one university or department or of all",
      tag: "Requests",
      access: "anyone",
      query: wantedQuerySchema,
      answer: z.strictObject({ papers: z.array(z.strictObject(wantedHead)), count: z.number().int() }),
      async handle({ actor, query }) {
        const { page = 0, ...filter } = validate(wantedQuerySchema, query);
        const { papers, count } = await wanted.list(actor, filter, Math.min(page, MAX_PAGE));
        return { body: { papers: papers.map(presentWanted), count } };
      },
    },
    {
      ...requests,
      id: "requests",
      method: "get",
      paths: ["/requests"],
      summary:
        "List the missing papers that you asked for, newest first. paper is its address, if it is here now",
      answer: z.array(z.strictObject({ ...wantedHead, paper: z.string().optional() })),
      handle: async ({ actor }) => ({
        body: (await wanted.own(actor)).map((one) => ({
          ...presentWanted(one),
          ...(one.path === undefined ? {} : { paper: one.path }),
        })),
      }),
    },
    {
      ...requests,
      id: "ask",
      method: "post",
      paths: ["/requests"],
      summary:
        "Ask for a missing paper. Asking twice changes nothing. If the paper is here, requested is false and paper is its address",
      body: wantedSchema,
      answer: z.strictObject({
        requested: z.boolean(),
        wanted: z.number().int().optional(),
        paper: z.string().optional(),
      }),
      async handle({ actor, body, visit }) {
        const asked = await wanted.ask(actor, body, visit.client);
        return {
          body:
            asked.state === "asked"
              ? { requested: true, wanted: asked.wanted }
              : { requested: false, paper: asked.path },
        };
      },
    },
    {
      ...requests,
      id: "takeBackRequest",
      method: "post",
      paths: ["/requests/take-back"],
      summary: "Take a request back. modifiedCount is 0 if you hadn't asked",
      body: wantedSchema,
      answer: modifiedSchema,
      handle: async ({ actor, body, visit }) => modified(await wanted.takeBack(actor, body, visit.client)),
    },
    {
      ...followed,
      id: "follows",
      method: "get",
      paths: ["/follows"],
      summary: "List the courses that you follow, the latest first",
      answer: z.array(z.strictObject(courseHead)),
      handle: async ({ actor }) => ({ body: (await follows.own(actor)).map(presentCourse) }),
    },
    {
      ...followed,
      id: "follow",
      method: "post",
      paths: ["/follows"],
      summary:
        "Follow a course: its new papers and answers are on your dashboard. Following twice changes nothing",
      body: courseSchema,
      answer: z.strictObject(courseHead),
      handle: async ({ actor, body }) => ({ body: presentCourse(await follows.follow(actor, body)) }),
    },
    {
      ...followed,
      id: "unfollow",
      method: "post",
      paths: ["/follows/unfollow"],
      summary: "Unfollow a course. modifiedCount is 0 if you didn't follow it",
      body: courseSchema,
      answer: modifiedSchema,
      handle: async ({ actor, body }) => modified((await follows.unfollow(actor, body)).modified),
    },
  ];
}
