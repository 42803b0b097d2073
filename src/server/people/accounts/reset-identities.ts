import type { IdentityTable, UserTable } from "../../platform/index.ts";

/** A password reset disconnects younger logins through a provider. In ms: 30 days. */
const DOUBTFUL = 30 * 24 * 60 * 60 * 1000;

/**
 * Whether a password reset disconnects an identity. A thief may have connected a recent one, or prepared the account
 * for an address that nobody had confirmed, or that is now another one. The identity that made the account stays if
 * the account still has its first address: the provider confirmed that one.
 * @param now epoch milliseconds
 */
export function endsAtReset(
  { createdAt }: Pick<IdentityTable, "createdAt">,
  user: Pick<UserTable, "createdAt" | "emailVerifiedAt">,
  now: number,
): boolean {
  if (user.emailVerifiedAt === null) return true;
  const hasFirstAddress = user.emailVerifiedAt <= user.createdAt;
  if (hasFirstAddress && createdAt <= user.createdAt) return false;
  // An older login proves nothing about an address that was confirmed later.
  return Math.max(createdAt, user.emailVerifiedAt) > now - DOUBTFUL;
}
