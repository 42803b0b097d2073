import { trustDefaults, type TrustSettings } from "../../../shared/moderating/trust-settings.ts";
import {
  type Act,
  addSetting,
  type Database,
  insertActAudit,
  type Query,
  readSetting,
  replaceSetting,
} from "../../platform/index.ts";

/** The row of `setting` with the rules for trusted contributors. */
const NAME = "trustedContributors";

export interface StoredTrustSettings extends TrustSettings {
  /** The version of the settings; 1 before the first change. */
  version: number;
}

/** The rules for trusted contributors. */
export async function readTrustSettings(trx: Query): Promise<StoredTrustSettings> {
  const value = await readSetting(trx, NAME);
  const stored = value === undefined ? {} : (JSON.parse(value) as Partial<StoredTrustSettings>);
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
        const stored = await readSetting(trx, NAME);
        if ((await readTrustSettings(trx)).version !== version) return false;
        const value = JSON.stringify({ ...settings, version: version + 1 });
        // Of two simultaneous changes, the second finds another value than it read.
        const isStored =
          stored === undefined
            ? await addSetting(trx, NAME, value)
            : await replaceSetting(trx, NAME, value, stored);
        if (!isStored) return false;
        await insertActAudit(trx, "saveTrustSettings", settings, { by, at });
        return true;
      }),
  };
}

export type TrustSettingsRepo = ReturnType<typeof createTrustSettingsRepo>;
