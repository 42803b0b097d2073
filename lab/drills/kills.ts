import { seeded } from "../../scripts/lib/seeded.ts";
import { startPostgres } from "../../tests/support/platform/postgres.ts";
import { openKillWorld } from "../../tests/support/process/kill-world.ts";
import { type KillFigures, runKills } from "../../tests/support/process/kills.ts";
import { defineExperiment } from "../lib/experiment.ts";
import { seed, whole } from "../lib/options.ts";

export const experiment = defineExperiment({
  about: `Ends the server with SIGKILL at random moments while files are uploaded, replaced and shown and their pages read. Half of the
kills are on SQLite and half on PostgreSQL, at the same time. It fails if acknowledged data is lost or remains are left.`,
  options: { kills: whole(300, "the number of kills"), seed: seed() },
  places: ["kills", "seed"],
  needs: () => ["build", "programs"],
  async run({ values: { kills, seed: start }, showSteps }) {
    const postgres = await startPostgres();
    const progress = showSteps(kills);
    const run = async (share: number, postgresUrl?: string): Promise<KillFigures> => {
      const world = await openKillWorld(postgresUrl);
      try {
        return await runKills(world, share, seeded(start), () => progress.step(world.engine));
      } finally {
        await world.close();
      }
    };
    try {
      const results = await Promise.all([
        run(Math.ceil(kills / 2)),
        run(Math.floor(kills / 2), postgres.url),
      ]);
      progress.stop();
      return report(results);
    } finally {
      await postgres.stop();
    }
  },
});

/** @returns the exit code */
function report(results: KillFigures[]): number {
  const faults = results.flatMap((result) => result.faults);
  for (const fault of faults) console.log(`WRONG: ${fault}`);
  const sum = (name: Exclude<keyof KillFigures, "faults">) =>
    results.reduce((total, result) => total + result[name], 0).toLocaleString("en");
  console.log(
    `kills: ${sum("kills")}, of the server and ${sum("children")} child processes; ` +
      `acknowledged: ${sum("parts")} parts (${sum("resumed")} uploads resumed), ${sum("forms")} forms, ${sum("edits")} edits, ` +
      `${sum("items")} items, ${sum("pages")} page images; then ${sum("files")} files, ${sum("texts")} pages with text (${sum("survived")} jobs that servers had died of), ` +
      `${sum("swept")} contents swept; faults: ${faults.length}`,
  );
  return faults.length === 0 ? 0 : 1;
}
