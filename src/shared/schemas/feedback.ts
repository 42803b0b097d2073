import { z } from "zod";
import { ratingSchema } from "./people.ts";
import { idSchema, notText, textSchema } from "./text.ts";

/** `none` takes the vote back. */
export const voteChoices = ["yes", "no", "none"] as const;

/** One of some words; `choice` names them in the problem. */
const oneOf = <const T extends readonly string[]>(words: T) =>
  z.enum(words, {
    error: ({ input }) => (input === undefined || input === "" ? "required" : `choice:${words.join(", ")}`),
  });

export const voteSchema = z.strictObject({ helpful: oneOf(voteChoices) });

export const itemRatingSchema = z.strictObject({ rating: ratingSchema });

/** Why somebody reports an item. */
export const reportReasons = [
  "wrong",
  "unreadable",
  "brokenLink",
  "copyright",
  "offensive",
  "other",
] as const;
export type ReportReason = (typeof reportReasons)[number];

/** What a report may say besides, in characters. */
export const REPORT_MAX = 1_000;

/** Which reports of an item are dismissed: those that came until a moment, in epoch milliseconds. */
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
