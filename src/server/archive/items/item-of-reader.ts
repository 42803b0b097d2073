import { DomainError } from "../../../shared/errors.ts";
import { type Actor, type Owned, policy } from "../../../shared/policy.ts";

/**
 * Returns the item, in any status, to its contributor or an admin.
 * @throws DomainError not_found for everyone else, because they must not learn that the item exists
 */
export function itemOfReader<Item extends Owned>(actor: Actor, item: Item | undefined): Item {
  if (!item || !(policy.seeUnapproved(actor) || policy.seeOwn(actor, item)))
    throw new DomainError("not_found");
  return item;
}
