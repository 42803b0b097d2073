import type { ContactSettings } from "../../../shared/people/contact-details.ts";
import { type Act, type Database, insertActAudit, type Query } from "../../platform/index.ts";

export interface StoredContact {
  /** The version of the settings; 1 before the first change. */
  version: number;
  /** Undefined before the first change. */
  settings: Partial<ContactSettings> | undefined;
}

const ID = "operator";

export function createContactDetailsRepo(db: Database) {
  return {
    async find(): Promise<StoredContact> {
      const row = await db.read
        .selectFrom("contactDetails")
        .select(["version", "settings"])
        .where("id", "=", ID)
        .executeTakeFirst();
      if (!row) return { version: 1, settings: undefined };
      return { version: row.version, settings: JSON.parse(row.settings) as Partial<ContactSettings> };
    },

    /**
     * @param version the version that the admin saw
     * @returns false if a different version is stored
     */
    save: (version: number, settings: ContactSettings, act: Act<"manageContactDetails">): Promise<boolean> =>
      db.transaction(async (trx) => {
        const row = { version: version + 1, settings: JSON.stringify(settings) };
        if (!(await (version === 1 ? insert(trx, row) : update(trx, row)))) return false;
        await insertActAudit(trx, "setContactDetails", settings, act);
        return true;
      }),
  };
}

interface Row {
  version: number;
  settings: string;
}

async function insert(trx: Query, row: Row): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("contactDetails")
    .values({ id: ID, ...row })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}

async function update(trx: Query, row: Row): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("contactDetails")
    .set(row)
    .where("id", "=", ID)
    .where("version", "=", row.version - 1)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type ContactDetailsRepo = ReturnType<typeof createContactDetailsRepo>;
