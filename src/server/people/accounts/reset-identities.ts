import type { IdentityTable, UserTable } from "../../platform/index.ts";

/** A password reset disconnects provider logins that are younger than this: 30 days, in ms. */
const DOUBTFUL = 30 * 24 * 60 * 60 * 1000;

/**
 * Whether a password reset disconnects an identity. A thief may have connected a recent identity, or created
 * the account while its address was unconfirmed or different. The identity that created the account stays
 * connected if the address never changed, because the provider confirmed that address.
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
  // An identity from before the confirmation of the address proves nothing about this address.
  return Math.max(createdAt, user.emailVerifiedAt) > now - DOUBTFUL;
}
