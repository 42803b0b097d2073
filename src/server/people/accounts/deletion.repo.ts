import type { Hook, Query } from "../../platform/index.ts";

/** A deleted account, whose row still exists. */
export interface DeletedAccount {
  userId: string;
  /** Whether to remove the contributions too. */
  remove: boolean;
}

/** What a module did with the data of a deleted account. */
interface Deleted {
  /** How many contributions stay in the archive, without the person's name. */
  kept?: number;
  /** The SHA-256s of bytes to remove after the transaction. */
  sha256s?: string[];
}

/** Deletes a module's data of an account, in the transaction that deletes the account. */
export type AccountDeleted = (trx: Query, account: DeletedAccount) => Promise<Deleted | void>;

/** Deletes a module's data about an email that has no account now. */
export type EmailDeleted = (trx: Query, email: string) => Promise<void>;

/** The number of removed and kept contributions. */
export interface Cleared extends Required<Deleted> {
  removed: number;
}

/** Deletes the data about an email that is not part of an account, such as mailed links. */
export async function deleteEmail(
  trx: Query,
  email: string,
  emailDeleted: Hook<EmailDeleted>,
): Promise<void> {
  await emailDeleted.run(trx, email);
  await trx.deleteFrom("emailToken").where("email", "=", email).execute();
}

/** Lets all modules delete their data of an account. */
export async function clearAccount(
  trx: Query,
  account: DeletedAccount,
  accountDeleted: Hook<AccountDeleted>,
): Promise<Cleared> {
  const own = trx.selectFrom("resource").select("id").where("uploaderId", "=", account.userId);
  const before = (await own.execute()).length;
  const deleted = await accountDeleted.run(trx, account);
  const kept = deleted.reduce((sum, one) => sum + (one?.kept ?? 0), 0);
  return { removed: before - kept, kept, sha256s: deleted.flatMap((one) => one?.sha256s ?? []) };
}
