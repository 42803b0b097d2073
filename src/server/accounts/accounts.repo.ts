import type { Role } from "../../shared/policy.ts";
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

    /**
     * Changes a role unless that would leave no admin.
     * @returns whether it changed, or "lastAdmin"
     */
    async setRole(id: string, role: Role, updatedAt: string): Promise<boolean | "lastAdmin"> {
      return db.write.transaction().execute(async (trx) => {
        // Locks every admin's row, so that two admins cannot take the role from each other at once.
        let admins = trx.selectFrom("users").select("id").where("role", "=", "admin").orderBy("id");
        if (db.engine === "postgres") admins = admins.forUpdate();
        const ids = (await admins.execute()).map((admin) => admin.id);
        if (role !== "admin" && ids.length === 1 && ids[0] === id) return "lastAdmin";
        const { numUpdatedRows } = await trx
          .updateTable("users")
          .set({ role, updatedAt })
          .where("id", "=", id)
          .where("role", "!=", role)
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      });
    },
  };
}

export type AccountsRepo = ReturnType<typeof createAccountsRepo>;
