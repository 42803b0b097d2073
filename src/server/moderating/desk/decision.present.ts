import { z } from "zod";
import { UNDO_OFFER } from "../../../shared/moderating/desk.ts";
import type { DeskItemState } from "../../platform/index.ts";
import { commandOf } from "./desk-decide-one.repo.ts";
import type { FoundDecision } from "./desk-decisions.repo.ts";

const count = z.number().int();
const timeSchema = z.iso.datetime();
const time = (ms: number) => new Date(ms).toISOString();

/** The effect of a bulk decision, as numbers of items. The numbers after `total` add up to it. */
export const previewSchema = z.strictObject({
  matching: count.meta({ description: "How many rows match the filter. A decision takes the first 1,000" }),
  until: count.meta({
    description:
      "The time of the preview, in epoch milliseconds. Send it with the decision, which then leaves out newer rows",
  }),
  total: count,
  change: count.meta({ description: "The decision would be carried out for these" }),
  held: count.meta({ description: "Other people look at these now" }),
  missing: count.meta({ description: "A required detail of these has no value" }),
  unfit: count.meta({ description: "These have no such detail, or the value is not allowed for them" }),
  changed: count.meta({ description: "Somebody changed or decided on these since you saw them" }),
  own: count.meta({ description: "The moderator contributed these, so another person decides" }),
  outside: count.meta({ description: "These are outside the moderator's area, or gone" }),
});
export type DeskPreview = z.infer<typeof previewSchema>;

export const decisionSchema = z.strictObject({
  id: z.string(),
  action: z.enum(["approve", "return", "duplicate", "replace", "set"]),
  isBulk: z.boolean(),
  /** The whole name of the item of a decision about one item. */
  title: z.string().optional(),
  /** `running` and `undoing`: a job still works on it. */
  state: z.enum(["running", "done", "undoing", "undone"]),
  reason: z.string().optional(),
  total: count,
  /** The numbers of items by state. */
  counts: z.record(z.string(), count),
  /** The skipped items, and those that an undo left as they are. */
  skipped: z.array(
    z.strictObject({ id: z.string(), title: z.string(), state: z.string(), holder: z.string().optional() }),
  ),
  at: timeSchema,
  /** Until when an undo is promised. A later undo works, too, but notices may have been sent. */
  undoUntil: timeSchema,
});
/** A decision about one item or many items, with its progress. */
export type DeskDecision = z.infer<typeof decisionSchema>;

/** The states of items that a decision or its undo left as they were. */
const SKIPPED: ReadonlySet<DeskItemState> = new Set([
  "held",
  "missing",
  "unfit",
  "changed",
  "own",
  "outside",
  "stopped",
  "kept",
]);

export function presentDecision(found: FoundDecision): DeskDecision {
  const { id, action, isBulk, state, items, createdAt, ...decision } = found;
  const counts: Partial<Record<DeskItemState, number>> = {};
  for (const item of items) counts[item.state] = (counts[item.state] ?? 0) + 1;
  return {
    id,
    action,
    isBulk: isBulk === 1,
    title: isBulk === 1 ? undefined : (items[0]?.title ?? ""),
    state,
    reason: commandOf({ action, ...decision }).reason,
    total: items.length,
    counts,
    skipped: items
      .filter((item) => SKIPPED.has(item.state))
      .map((item) => ({
        id: item.itemId,
        title: item.title,
        state: item.state,
        holder: item.holder ?? undefined,
      })),
    at: time(createdAt),
    undoUntil: time(createdAt + UNDO_OFFER),
  };
}
