import { authorize } from "../../../shared/people/authorize.ts";
import { DomainError, invalid } from "../../../shared/problems/errors.ts";
import type { Actor, User } from "../../../shared/people/policy.ts";
import { requireProof } from "../auth/proof.ts";
import type { Client } from "../../platform/index.ts";
import type { AccountsRepo } from "./accounts.repo.ts";
import { countGuess, type GuessDependencies } from "./count-guess.ts";

export interface ProofDependencies extends GuessDependencies {
  accountsRepo: Pick<AccountsRepo, "findPassword">;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** A person with a session. */
export type Self = User & Required<Pick<User, "session">>;

/** @throws DomainError sign_in_required */
export function requireSelf(actor: Actor): Self {
  const self = authorize(actor, "useAccount");
  if (!self.session) throw new DomainError("sign_in_required");
  return { ...self, session: self.session };
}

/**
 * Checks that the requester is still the same person: with the password, or with a recent login if they have
 * no password.
 * @returns when the password was set; undefined without a password
 * @throws DomainError invalid_input for the password, step_up_required, too_many_requests
 */
export async function prove(
  dependencies: ProofDependencies,
  self: Self,
  passwordNow: string | undefined,
  client: Client,
): Promise<number | undefined> {
  const stored = await dependencies.accountsRepo.findPassword(self.id);
  if (!stored) {
    requireProof(self, dependencies.clock());
    return undefined;
  }
  if (!passwordNow) throw invalid("passwordNow", "required");
  // Each attempt counts as a password guess, so that a session thief can't try many passwords here.
  const guess = await countGuess(dependencies, { client, account: self.email });
  if (!(await guess.matches(passwordNow, stored.hash))) throw invalid("passwordNow", "wrongPasswordNow");
  return stored.changedAt;
}
