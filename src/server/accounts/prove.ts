import { DomainError, invalid } from "../../shared/errors.ts";
import type { Actor, User } from "../../shared/policy.ts";
import { isPassword } from "../auth/password.ts";
import { requireProof } from "../auth/proof.ts";
import type { AccountsRepo } from "./accounts.repo.ts";

/** Somebody who acts in a session of their own. */
export type Self = User & Required<Pick<User, "session">>;

/** @throws DomainError sign_in_required */
export function requireSelf(actor: Actor): Self {
  if (!actor?.session) throw new DomainError("sign_in_required");
  return { ...actor, session: actor.session };
}

/**
 * Has a person prove that it is still them: by the password, or, where they have none, by a fresh sign-in.
 * @param now epoch milliseconds
 * @returns when the password was set; undefined where there is none
 * @throws DomainError invalid_input for the password, step_up_required
 */
export async function prove(
  accounts: Pick<AccountsRepo, "findPassword">,
  self: Self,
  passwordNow: string | undefined,
  now: number,
): Promise<number | undefined> {
  const stored = await accounts.findPassword(self.id);
  if (!stored) {
    requireProof(self, now);
    return undefined;
  }
  if (!passwordNow) throw invalid("passwordNow", "required");
  if (!(await isPassword(passwordNow, stored.hash))) throw invalid("passwordNow", "wrongPasswordNow");
  return stored.changedAt;
}
