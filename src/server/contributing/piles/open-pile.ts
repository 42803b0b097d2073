import { type Allowed, authorize } from "../../../shared/people/authorize.ts";
import { DomainError } from "../../../shared/problems/errors.ts";
import { type Actor, policy } from "../../../shared/people/policy.ts";
import { idPattern } from "../../../shared/schemas/text.ts";
import type { PileTable } from "../../platform/index.ts";
import type { PilesRepo } from "./piles.repo.ts";

export interface OpenPile {
  by: Allowed<"usePile">;
  pile: PileTable;
}

/**
 * Finds a pile of this person.
 * @throws DomainError sign_in_required; not_found, both for an unknown pile and for another person's pile
 */
export async function openPile(
  { pilesRepo }: { pilesRepo: Pick<PilesRepo, "find"> },
  actor: Actor,
  id: string,
): Promise<OpenPile> {
  authorize(actor, "contribute");
  const pile = idPattern.test(id) ? await pilesRepo.find(id) : undefined;
  if (!pile || !policy.usePile(actor, pile)) throw new DomainError("not_found");
  return { by: authorize(actor, "usePile", pile), pile };
}
