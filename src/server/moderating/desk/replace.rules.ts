import { linkName } from "../../../shared/files/files.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import type { ProblemCode } from "../../../shared/problems/problem-codes.ts";
import { type Actor, policy } from "../../../shared/people/policy.ts";
import type { ResourceTable } from "../../platform/index.ts";
import type { DecidedItem, Plan } from "./desk-plan.ts";

type Refusal = Extract<Plan, { skip: string }>;

const unfit = (name: "of" | "action", code: ProblemCode): Refusal => ({
  skip: "unfit",
  problems: { [name]: { code } },
});

/**
 * Returns why the file of a waiting item can't take the place of the file of a public item.
 * @param other the public item, and its open change
 * @returns undefined if it can
 */
export function whyNotReplaced(
  by: Actor,
  item: Pick<ResourceTable, "kind" | "parentId" | "fileKey">,
  { item: other, change }: DecidedItem,
): Refusal | undefined {
  if (item.fileKey === null || linkName(kindNamed(item.kind)) === undefined)
    return unfit("action", "fileOnly");
  if (other?.status !== "Approved") return unfit("of", "originalHidden");
  if (!policy.moderate(by, other)) return unfit("of", "originalArea");
  if (!policy.decide(by, other)) return unfit("of", "ownOriginal");
  if (other.kind !== item.kind || other.parentId !== item.parentId) return unfit("of", "originalKind");
  // The edit was written for the earlier file, and would bring its link back.
  return change ? unfit("of", "originalEdit") : undefined;
}
