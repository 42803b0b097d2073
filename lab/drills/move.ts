import { seeded } from "../../scripts/lib/seeded.ts";
import { startPostgres } from "../../tests/support/platform/postgres.ts";
import { runMoveDrill } from "../../tests/support/process/move-drill.ts";
import { defineExperiment } from "../lib/experiment.ts";
import { seed, whole } from "../lib/options.ts";

const PEOPLE = 50;

export const experiment = defineExperiment({
  about: `Moves an archive of items with files, accounts and second factors from SQLite to PostgreSQL. It kills the command while
somebody writes, and checks that no acknowledged write is lost, that everybody still logs in, and that search results and the
audit trail are equal. The command itself compares counts and hashes.`,
  options: {
    items: whole(100_000, "items of the archive"),
    kills: whole(3, "how often the command is killed", { least: 0 }),
    seed: seed(),
  },
  places: ["items", "kills", "seed"],
  needs: () => ["build", "programs"],
  async run({ values: { items, kills, seed: start } }) {
    const postgres = await startPostgres();
    try {
      const { seconds, secondsWithKills, accepted, refused, faults } = await runMoveDrill({
        items,
        people: PEOPLE,
        kills,
        postgresUrl: postgres.url,
        random: seeded(start),
        log: console.log,
      });
      for (const fault of faults) console.log(`WRONG: ${fault}`);
      console.log(
        `items: ${items.toLocaleString("en")}; last run: ${seconds.toFixed(1)} s, all runs with ${kills} kills: ` +
          `${secondsWithKills.toFixed(1)} s; writes: ${accepted} accepted, ${refused} refused; faults: ${faults.length}`,
      );
      return faults.length === 0 ? 0 : 1;
    } finally {
      await postgres.stop();
    }
  },
});
