import type { Query } from "../../platform/index.ts";

/**
 * The address for mails to a person that they did not cause themselves. It is undefined if there is no account,
 * if its email is not verified, or if it is suspended.
 */
export async function verifiedEmail(trx: Query, userId: string | null): Promise<string | undefined> {
  if (userId === null) return undefined;
  const person = await trx
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .where("emailVerifiedAt", "is not", null)
    .where("suspendedAt", "is", null)
    .executeTakeFirst();
  return person?.email;
}
