import type { Placed } from "../../../shared/areas.ts";
import { type Allowed, authorize } from "../../../shared/authorize.ts";
import { DomainError } from "../../../shared/errors.ts";
import type { Actor } from "../../../shared/policy.ts";

/**
 * Checks that a person may decide on an item.
 * @param item the item as this person can open it; undefined if they can't
 * @returns the item, and the person for the audit trail
 * @throws DomainError sign_in_required; not_found without an item; forbidden for an item outside the areas of a
 * moderator
 */
export function moderatedItem<Item extends Placed>(
  actor: Actor,
  item: Item | undefined,
): { item: Item; by: Allowed<"moderate"> } {
  if (!item) throw new DomainError("not_found");
  return { item, by: authorize(actor, "moderate", item) };
}
