import type { Database, UserTable } from "../db/schema.ts";

/** All SQL of people but what Better Auth does itself. */
export function createAccountsRepo(db: Database) {
  return {
    async findByEmail(email: string): Promise<UserTable | undefined> {
      return db.read.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
    },

    async get(id: string): Promise<UserTable> {
      return db.write.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    },

    async update(id: string, changes: Partial<UserTable>): Promise<void> {
      await db.write.updateTable("users").set(changes).where("id", "=", id).execute();
    },

    async listAdmins(): Promise<UserTable[]> {
      return db.read.selectFrom("users").selectAll().where("role", "=", "admin").orderBy("email").execute();
    },
  };
}

export type AccountsRepo = ReturnType<typeof createAccountsRepo>;
