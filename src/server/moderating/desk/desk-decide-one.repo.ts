import { type Database, type DeskDecisionTable, newId, type Query } from "../../platform/index.ts";
import type { User } from "../../../shared/people/policy.ts";
import { type Applied, createDeskApply, type Deciding, type DeskWrites } from "./desk-apply.repo.ts";
import {
  type DecidedItem,
  type DeskPayload,
  type DeskCommand,
  type Plan,
  planDecision,
  type SeenItem,
} from "./desk-plan.ts";

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

/** Creates a function that decides on one locked item, and one that undoes this, in the caller's transaction. */
export function createDecideOne(engine: Database["engine"], writes: DeskWrites) {
  const { apply, undo } = createDeskApply(engine, writes);

  async function decideOne(
    trx: Query,
    deciding: Deciding,
    command: DeskCommand,
    found: DecidedItem,
    seen: SeenItem,
  ): Promise<Applied | Extract<Plan, { skip: string }>> {
    const plan = planDecision(deciding.by, command, found, seen);
    if ("skip" in plan) return plan;
    if (!found.item) return { skip: "outside" };
    return apply(trx, deciding, command, { item: found.item, change: found.change }, plan.columns);
  }

  return { decideOne, undoOne: undo };
}
