import { DomainError } from "../../shared/errors.ts";
import type { User } from "../../shared/policy.ts";

/** How long a proof of who one is counts for what needs a fresh one. In ms. */
export const PROOF_LASTS = 10 * 60 * 1000;

/**
 * What could hand an account or the archive to a thief of a session takes a fresh sign-in.
 * @param now epoch milliseconds
 * @throws DomainError step_up_required
 */
export function requireProof({ session }: User, now: number): void {
  if (!session || now - session.provedAt > PROOF_LASTS) throw new DomainError("step_up_required");
}
