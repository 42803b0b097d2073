import type { Hook, Query } from "../../platform/index.ts";

/** A deleted account, whose row still exists. */
export interface DeletedAccount {
  userId: string;
  /** Whether to remove the contributions too. */
  remove: boolean;
}

/** The counts and files of a module after it deleted its data of an account. */
interface Deleted {
  /** How many contributions the module removed. */
  removed?: number;
  /** How many contributions stay in the archive, without the person's name. */
  kept?: number;
  /** The SHA-256s of bytes to remove after the transaction. */
  sha256s?: string[];
}

/** Deletes a module's data of an account, in the transaction that deletes the account. */
export type AccountDeleted = (trx: Query, account: DeletedAccount) => Promise<Deleted | void>;

/** Deletes a module's data about an email that has no account now. */
export type EmailDeleted = (trx: Query, email: string) => Promise<void>;

/** The counts and files of all modules together. */
export type Cleared = Required<Deleted>;

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
  const deleted = (await accountDeleted.run(trx, account)).map((one) => one ?? {});
  const sum = (counts: (number | undefined)[]) => counts.reduce<number>((all, one = 0) => all + one, 0);
  return {
    removed: sum(deleted.map(({ removed }) => removed)),
    kept: sum(deleted.map(({ kept }) => kept)),
    sha256s: deleted.flatMap(({ sha256s = [] }) => sha256s),
  };
}
