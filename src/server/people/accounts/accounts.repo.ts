import type { Database, PasswordTable, Query, UserTable } from "../../platform/index.ts";

/** All SQL of people and their passwords but what admins do, and what mailed links do. */
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

    /** @returns whether the person was made: false if the email has an account */
    insert: (user: UserTable, hash: string): Promise<boolean> =>
      db.transaction((trx) => insertUser(trx, user, hash)),

    async update(id: string, changes: Partial<UserTable>): Promise<void> {
      await db.write.updateTable("users").set(changes).where("id", "=", id).execute();
    },

    async listAdmins(): Promise<UserTable[]> {
      return db.read.selectFrom("users").selectAll().where("role", "=", "admin").orderBy("email").execute();
    },
  };
}

/**
 * Makes a person.
 * @param hash of their password; undefined for a person with another login
 * @returns false if the email has an account
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

export type AccountsRepo = ReturnType<typeof createAccountsRepo>;
