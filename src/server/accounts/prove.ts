import { DomainError, invalid } from "../../shared/errors.ts";
import type { Actor, User } from "../../shared/policy.ts";
import { isPassword } from "../auth/password.ts";
import { requireProof } from "../auth/proof.ts";
import type { Client } from "../client.ts";
import type { LimitsService } from "../limits/limits.service.ts";
import type { AccountsRepo } from "./accounts.repo.ts";

export interface ProofDependencies {
  accounts: Pick<AccountsRepo, "findPassword">;
  limits: Pick<LimitsService, "attempt">;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** Somebody who acts in a session of their own. */
export type Self = User & Required<Pick<User, "session">>;

/** @throws DomainError sign_in_required */
export function requireSelf(actor: Actor): Self {
  if (!actor?.session) throw new DomainError("sign_in_required");
  return { ...actor, session: actor.session };
}

/**
 * Has a person prove that it is still them: by the password, or, where they have none, by a fresh sign-in.
 * @returns when the password was set; undefined where there is none
 * @throws DomainError invalid_input for the password, step_up_required, too_many_requests
 */
export async function prove(
  { accounts, limits, clock }: ProofDependencies,
  self: Self,
  passwordNow: string | undefined,
  client: Client,
): Promise<number | undefined> {
  const stored = await accounts.findPassword(self.id);
  if (!stored) {
    requireProof(self, clock());
    return undefined;
  }
  if (!passwordNow) throw invalid("passwordNow", "required");
  // Whoever found somebody's session open is not to guess at the password there.
  const attempt = await limits.attempt("signIn", { client, account: self.email });
  if (!(await isPassword(passwordNow, stored.hash))) throw invalid("passwordNow", "wrongPasswordNow");
  await attempt.succeeded();
  return stored.changedAt;
}
