import { DomainError } from "../../../shared/problems/errors.ts";
import type { User } from "../../../shared/people/policy.ts";

/** How long a proof is fresh, in ms. */
export const PROOF_LASTS = 10 * 60 * 1000;

/**
 * Whether the person has a fresh proof, with the second factor if they have one.
 * @param now epoch milliseconds
 */
export function isProved({ session }: User, now: number): boolean {
  if (!session) return false;
  const { provedAt, mfaAt } = session;
  return now - Math.min(provedAt, mfaAt ?? provedAt) <= PROOF_LASTS;
}

/**
 * Protects actions that would let a session thief take over an account or the archive.
 * @param now epoch milliseconds
 * @throws DomainError step_up_required without a fresh proof
 */
export function requireProof(user: User, now: number): void {
  if (!isProved(user, now)) throw new DomainError("step_up_required");
}
