import { DomainError } from "../../../shared/errors.ts";
import type { User } from "../../../shared/policy.ts";

/** How long a proof of who one is counts for what needs a fresh one. In ms. */
export const PROOF_LASTS = 10 * 60 * 1000;

/**
 * Whether a person has proved who they are a short while ago, with the second factor where they have one.
 * @param now epoch milliseconds
 */
export function isProved({ session }: User, now: number): boolean {
  if (!session) return false;
  const { provedAt, mfaAt } = session;
  return now - Math.min(provedAt, mfaAt ?? provedAt) <= PROOF_LASTS;
}

/**
 * What could hand an account or the archive to a thief of a session takes a fresh sign-in.
 * @param now epoch milliseconds
 * @throws DomainError step_up_required
 */
export function requireProof(user: User, now: number): void {
  if (!isProved(user, now)) throw new DomainError("step_up_required");
}
