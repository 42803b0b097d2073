import type { User } from "../../../shared/people/policy.ts";
import { yieldIfLong } from "../../platform/index.ts";
import { type DecidedItem, type DeskCommand, planDecision, type SeenItem } from "./desk-plan.ts";
import type { DeskPreview } from "./decision.present.ts";

export interface PreviewedItem {
  found: DecidedItem;
  seen: SeenItem;
  /** Whether another person looks at the item. */
  isHeld: boolean;
}

/** Counts what a decision would do with these items. */
export async function countEffects(
  by: User,
  command: DeskCommand,
  items: readonly PreviewedItem[],
): Promise<Omit<DeskPreview, "matching" | "until">> {
  const counts = {
    total: items.length,
    change: 0,
    held: 0,
    missing: 0,
    unfit: 0,
    changed: 0,
    own: 0,
    outside: 0,
  };
  for (const { found, seen, isHeld } of items) {
    await yieldIfLong();
    const plan = planDecision(by, command, found, seen);
    // Nobody learns who holds an item outside their area, and an own item can't be decided even if it is free.
    const isFor = !("skip" in plan && (plan.skip === "outside" || plan.skip === "own"));
    counts[isHeld && isFor ? "held" : "skip" in plan ? plan.skip : "change"] += 1;
  }
  return counts;
}
