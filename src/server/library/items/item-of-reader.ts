import { DomainError } from "../../../shared/problems/errors.ts";
import type { Placed } from "../../../shared/moderating/areas.ts";
import { type Actor, type Owned, policy } from "../../../shared/people/policy.ts";

/**
 * Returns the item, in any status, to its contributor, an admin or a moderator of its area.
 * @throws DomainError not_found for everyone else, because they must not learn that the item exists
 */
export function itemOfReader<Item extends Owned & Placed>(actor: Actor, item: Item | undefined): Item {
  if (!item || !(policy.moderate(actor, item) || policy.seeOwn(actor, item)))
    throw new DomainError("not_found");
  return item;
}
