import { z } from "zod";
import { parseItemAddress } from "../items/item-address.ts";
import { emailSchema, idSchema, textSchema } from "./text.ts";
import { refuse } from "./refuse.ts";

const itemSchema = textSchema({ required: true, max: 500 }).transform((text, context) => {
  const place = parseItemAddress(text);
  if (place) return place;
  return refuse(context, "itemAddress");
});

/** The claim that an item infringes a copyright. */
export const takedownSchema = z.strictObject({
  item: itemSchema,
  name: textSchema({ required: true, max: 100 }),
  email: emailSchema,
  work: textSchema({ required: true, max: 5_000, lines: true }),
  goodFaith: z.literal("yes", { error: "agree" }),
  signature: textSchema({ required: true, max: 100 }),
});

export const takedownOutcomes = ["accepted", "refused"] as const;
export type TakedownOutcome = (typeof takedownOutcomes)[number];

/** The maximum length of an admin's note on a decision, in characters. */
export const TAKEDOWN_NOTE_MAX = 500;

/**
 * `note` is sent to the contributor if the claim is accepted, and to the claimant if the claim is rejected.
 */
export const decideTakedownSchema = z.strictObject({
  id: idSchema,
  outcome: z.enum(takedownOutcomes, { error: "invalid" }),
  note: textSchema({ required: true, max: TAKEDOWN_NOTE_MAX }),
});
