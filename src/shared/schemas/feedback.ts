import { z } from "zod";
import { ratingSchema } from "./people.ts";
import { idSchema, notText, textSchema } from "./text.ts";

/** `none` removes the vote. */
export const voteChoices = ["yes", "no", "none"] as const;

/** Accepts one of these words. The problem `choice` lists them. */
const oneOf = <const T extends readonly string[]>(words: T) =>
  z.enum(words, {
    error: ({ input }) => (input === undefined || input === "" ? "required" : `choice:${words.join(", ")}`),
  });

export const voteSchema = z.strictObject({ helpful: oneOf(voteChoices) });

export const itemRatingSchema = z.strictObject({ rating: ratingSchema });

/** The reasons for a report. */
export const reportReasons = [
  "wrong",
  "pagesMissing",
  "wrongFile",
  "unreadable",
  "brokenLink",
  "copyright",
  "offensive",
  "other",
] as const;
export type ReportReason = (typeof reportReasons)[number];

/** The maximum length of a report's comment, in characters. */
export const REPORT_MAX = 1_000;

/** `until` is the time of the newest report that is dismissed, in epoch milliseconds. */
export const dismissSchema = z.strictObject({
  id: idSchema,
  until: z
    .string(notText)
    .regex(/^\d{1,15}$/, { error: "whole:0" })
    .transform(Number),
});

export const reportSchema = z.strictObject({
  reason: oneOf(reportReasons),
  comment: textSchema({ required: false, max: REPORT_MAX, lines: true }).default(""),
});
