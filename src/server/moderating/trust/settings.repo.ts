import { trustDefaults, type TrustSettings } from "../../../shared/trust-settings.ts";
import { type Act, type Database, insertActAudit, type Query } from "../../platform/index.ts";

/** The row of `setting` with the rules for trusted contributors. */
const NAME = "trustedContributors";

export interface StoredTrustSettings extends TrustSettings {
  /** The version of the settings; 1 before the first change. */
  version: number;
}

/** The rules for trusted contributors. */
export async function readTrustSettings(trx: Query): Promise<StoredTrustSettings> {
  const row = await trx.selectFrom("setting").select("value").where("name", "=", NAME).executeTakeFirst();
  const stored = row && (JSON.parse(row.value) as Partial<StoredTrustSettings>);
  return { ...trustDefaults, version: 1, ...stored };
}

export function createTrustSettingsRepo(db: Database) {
  return {
    find: (): Promise<StoredTrustSettings> => readTrustSettings(db.read),

    /**
     * @param version the version that the admin saw
     * @returns false if another version is stored
     */
    save: (version: number, settings: TrustSettings, { by, at }: Act<"manageTrust">): Promise<boolean> =>
      db.transaction(async (trx) => {
        const stored = await trx
          .selectFrom("setting")
          .select("value")
          .where("name", "=", NAME)
          .executeTakeFirst();
        if ((await readTrustSettings(trx)).version !== version) return false;
        const value = JSON.stringify({ ...settings, version: version + 1 });
        const insert = trx.insertInto("setting").values({ name: NAME, value });
        // Of two simultaneous changes, the second finds another value than it read.
        const { numInsertedOrUpdatedRows } = await insert
          .onConflict((conflict) =>
            stored
              ? conflict.column("name").doUpdateSet({ value }).where("setting.value", "=", stored.value)
              : conflict.column("name").doNothing(),
          )
          .executeTakeFirst();
        if (!numInsertedOrUpdatedRows) return false;
        await insertActAudit(trx, "saveTrustSettings", settings, { by, at });
        return true;
      }),
  };
}

export type TrustSettingsRepo = ReturnType<typeof createTrustSettingsRepo>;
