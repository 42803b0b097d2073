import type { ProblemCode } from "../problems/problem-codes.ts";

type WantedProblem = Extract<
  ProblemCode,
  "tooManyRequests" | "examNotHeld" | "examNotYet" | "examTooOld" | "tooManyFollows"
>;

/** The problems of requests and follows: what happened, and what to do. */
export const enWantedProblems: Record<WantedProblem, (label: string, param: string) => string> = {
  tooManyRequests: (_label, param) =>
    `You already asked for ${param} papers that are still missing. Take a request back, then ask again.`,
  examNotHeld: () => "A moderator recorded that this exam was not held. Choose another exam.",
  examNotYet: () => "This exam is not over yet. Ask for its paper later.",
  examTooOld: () => "We have no papers of this course from that time. Ask for a newer paper.",
  tooManyFollows: (_label, param) => `You already follow ${param} courses. Unfollow a course first.`,
};

type SavedProblem = Extract<ProblemCode, "tooManyLists" | "listFull" | "listNameTaken">;

/** The problems of saved lists: what happened, and what to do. */
export const enSavedProblems: Record<SavedProblem, (label: string, param: string) => string> = {
  tooManyLists: (_label, param) => `You already have ${param} lists. Delete a list first.`,
  listFull: (_label, param) =>
    `This list is full: it has ${param} items. Remove an item, or use another list.`,
  listNameTaken: () => "You already have a list with this name. Choose another name.",
};
