import type { IdentityTable, UserTable } from "../db/schema.ts";

/** A password reset disconnects younger logins through a provider. In ms: 30 days. */
const DOUBTFUL = 30 * 24 * 60 * 60 * 1000;

/**
 * Whether a password reset disconnects an identity. A thief may have connected a recent one, or prepared the account
 * for an address that nobody had confirmed. The identity that made the account stays: its provider confirmed the
 * address.
 * @param now epoch milliseconds
 */
export function endsAtReset(
  { createdAt }: Pick<IdentityTable, "createdAt">,
  user: Pick<UserTable, "createdAt" | "emailVerifiedAt">,
  now: number,
): boolean {
  if (user.emailVerifiedAt === null) return true;
  return createdAt > user.createdAt && createdAt > now - DOUBTFUL;
}
