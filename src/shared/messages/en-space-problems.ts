import type { ProblemCode } from "../problem-codes.ts";
import { waitOf } from "./en-limits.ts";

type SpaceProblem = Extract<
  ProblemCode,
  "quota" | "newcomerBytes" | "newcomerPapers" | "uploadDay" | "archiveFull"
>;

/** Why the archive has no space for a file: what happened, and what to do. */
export const enSpaceProblems: Record<SpaceProblem, (label: string, param: string) => string> = {
  quota: (_label, param) =>
    `This file doesn't fit: one person can upload ${param} MB. Share a link instead, or remove files that you haven't shared yet.`,
  newcomerBytes: (_label, param) =>
    `This file doesn't fit: you can upload ${param} MB until a moderator approves your first paper. Share what you have, or share a link instead.`,
  newcomerPapers: (_label, param) =>
    `You can upload ${param} papers until a moderator approves your first one. Wait for that, then upload more.`,
  uploadDay: (_label, param) =>
    `You, or others on your network, uploaded a lot today. Try again in ${waitOf(Number(param))}, or share a link instead.`,
  archiveFull: () =>
    "The archive has no space for new files right now, so we didn't take this file. Try again in an hour, or share a link instead.",
};
