import type { Placed } from "../../../shared/moderating/areas.ts";
import { type Allowed, authorize } from "../../../shared/people/authorize.ts";
import { DomainError } from "../../../shared/problems/errors.ts";
import { type Actor, type Owned, policy } from "../../../shared/people/policy.ts";

/**
 * Checks that a person may decide on an item.
 * @param item the item as this person can open it; undefined if they can't
 * @returns the item, and the person for the audit trail
 * @throws DomainError sign_in_required; not_found without an item; own_item for an own item of a moderator;
 * forbidden for an item outside the areas of a moderator
 */
export function decidedItem<Item extends Owned & Placed>(
  actor: Actor,
  item: Item | undefined,
): { item: Item; by: Allowed<"decide"> } {
  const seen = moderatedItem(actor, item);
  if (!policy.decide(actor, seen)) throw new DomainError("own_item");
  return { item: seen, by: authorize(actor, "decide", seen) };
}

/**
 * Checks that a person may see an item as its moderator, also an own item on which another person decides.
 * @param item the item as this person can open it; undefined if they can't
 * @throws DomainError sign_in_required; not_found without an item; forbidden for an item outside the areas of a
 * moderator
 */
export function moderatedItem<Item extends Placed>(actor: Actor, item: Item | undefined): Item {
  if (!item) throw new DomainError("not_found");
  authorize(actor, "moderate", item);
  return item;
}
