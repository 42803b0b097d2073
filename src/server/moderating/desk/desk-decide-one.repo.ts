import { type Database, type DeskDecisionTable, newId, type Query } from "../../platform/index.ts";
import type { User } from "../../../shared/people/policy.ts";
import { createDeskApply, type DeskWrites } from "./desk-apply.repo.ts";
import type { Applied, Deciding } from "./desk-types.ts";
import {
  type DecidedItem,
  type DeskPayload,
  type DeskCommand,
  type Plan,
  planDecision,
  type SeenItem,
} from "./desk-plan.ts";
import { replaceFile } from "./replace.repo.ts";
import { whyNotReplaced } from "./replace.rules.ts";

export interface NewDecision extends DeskCommand {
  requestId: string;
}

export const decisionRow = (
  { action, requestId, reason, values, of }: NewDecision,
  by: User,
  at: number,
  more: Pick<DeskDecisionTable, "isBulk" | "state">,
): DeskDecisionTable => ({
  id: newId(at),
  userId: by.id,
  requestId,
  action,
  payload: JSON.stringify({ reason, values, of } satisfies DeskPayload),
  undoneBy: null,
  createdAt: at,
  updatedAt: at,
  ...more,
});

export const commandOf = ({
  action,
  payload,
}: Pick<DeskDecisionTable, "action" | "payload">): DeskCommand => ({
  action,
  ...(JSON.parse(payload) as DeskPayload),
});

/** Stores a new decision. @returns false if the person has sent this request before */
export async function insertDecision(trx: Query, row: DeskDecisionTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("deskDecision")
    .values(row)
    .onConflict((conflict) => conflict.columns(["userId", "requestId"]).doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * Creates a function that decides on one locked item, and one that undoes this, in the caller's transaction. The public item
 * of a replacement is locked, too, and their last argument.
 */
export function createDecideOne(engine: Database["engine"], writes: DeskWrites) {
  const { apply, undo } = createDeskApply(engine, writes);

  async function decideOne(
    trx: Query,
    deciding: Deciding,
    command: DeskCommand,
    found: DecidedItem,
    seen: SeenItem,
    other: DecidedItem = { item: undefined, change: undefined },
  ): Promise<Applied | Extract<Plan, { skip: string }>> {
    const plan = planDecision(deciding.by, command, found, seen);
    if ("skip" in plan) return plan;
    if (!found.item) return { skip: "outside" };
    if (command.action === "replace") {
      const refused = whyNotReplaced(deciding.by, found.item, other);
      if (refused) return refused;
      if (other.item) return replaceFile(trx, deciding, found.item, other.item);
    }
    return apply(trx, deciding, command, { item: found.item, change: found.change }, plan.columns);
  }

  return { decideOne, undoOne: undo };
}
