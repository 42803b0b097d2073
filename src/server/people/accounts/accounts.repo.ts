import { roleOf } from "../auth/role-of.ts";
import type { Account } from "./accounts.present.ts";
import type { Database, ModeratorAreaTable, PasswordTable, Query, UserTable } from "../../platform/index.ts";

/** SQL for people and their passwords, except for the actions of admins and of mailed links. */
export function createAccountsRepo(db: Database) {
  return {
    async findByEmail(email: string): Promise<UserTable | undefined> {
      return db.read.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
    },

    async get(id: string): Promise<UserTable> {
      return db.write.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    },

    async findPassword(userId: string): Promise<PasswordTable | undefined> {
      return db.read.selectFrom("password").selectAll().where("userId", "=", userId).executeTakeFirst();
    },

    /** @returns whether the account was created; false if the email already has one */
    insert: (user: UserTable, hash: string): Promise<boolean> =>
      db.transaction((trx) => insertUser(trx, user, hash)),

    async update(id: string, changes: Partial<UserTable>): Promise<void> {
      await db.write.updateTable("users").set(changes).where("id", "=", id).execute();
    },

    /** Adds the role of a person, which depends on their areas. */
    async withRole(user: UserTable): Promise<Account> {
      const area = db.read
        .selectFrom("moderatorArea")
        .select("userId")
        .where("userId", "=", user.id)
        .limit(1);
      const hasAreas = (await area.executeTakeFirst()) !== undefined;
      return { ...user, role: roleOf(user.role, hasAreas) };
    },

    async listAdmins(): Promise<UserTable[]> {
      return db.read.selectFrom("users").selectAll().where("role", "=", "admin").orderBy("email").execute();
    },
  };
}

/**
 * Creates an account.
 * @param hash of the password; undefined if the person logs in only through a provider
 * @returns false if the email already has an account
 */
export async function insertUser(trx: Query, user: UserTable, hash: string | undefined): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("users")
    .values(user)
    .onConflict((conflict) => conflict.column("email").doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) return false;
  if (hash !== undefined)
    await trx.insertInto("password").values({ userId: user.id, hash, changedAt: user.createdAt }).execute();
  return true;
}

/** Creates accounts, and the passwords and areas that some of them have. */
export async function insertUsers(
  trx: Query,
  users: UserTable[],
  { passwords, areas }: { passwords: PasswordTable[]; areas: ModeratorAreaTable[] },
): Promise<void> {
  await trx.insertInto("users").values(users).execute();
  await trx.insertInto("password").values(passwords).execute();
  await trx.insertInto("moderatorArea").values(areas).execute();
}

/** Deletes accounts whose data the caller has deleted. */
export async function deleteUsers(trx: Query, ids: string[]): Promise<void> {
  await trx.deleteFrom("users").where("id", "in", ids).execute();
}

export type AccountsRepo = ReturnType<typeof createAccountsRepo>;
