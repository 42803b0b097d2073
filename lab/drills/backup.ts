import { join } from "node:path";
import { seeded } from "../../scripts/lib/seeded.ts";
import { runBackupDrill } from "../../tests/support/operations/backup-drill.ts";
import { startPostgres } from "../../tests/support/platform/postgres.ts";
import { type Context, defineExperiment } from "../lib/experiment.ts";
import { KEPT } from "../lib/kept-archives.ts";
import { startKeptPostgres } from "../lib/kept-postgres.ts";
import { flag, seed, whole } from "../lib/options.ts";
import { asText } from "../lib/tables.ts";
import { BACKUP_COLUMNS, measureBackups } from "./backup-sizes.ts";

export const experiment = defineExperiment({
  about: `Makes a backup while the archive is written, loses everything, restores it elsewhere and compares the content, on both
engines. It kills most backups and restores at random moments first. It fails if there is any fault.`,
  options: {
    rounds: whole(50, "rounds on each engine"),
    seed: seed(),
    sizes: flag(
      "prints only the time and size of a backup, of the next one and of a restore: 1,000 papers, 100,000 items",
    ),
  },
  places: ["rounds", "seed"],
  needs: () => ["build", "programs"],
  async run({ values, showSteps }) {
    if (values.sizes) return printSizes();
    return drill(values.rounds, values.seed, showSteps);
  },
});

/** Uses PostgreSQL's own durability settings, and the archives of the experiment `bench`. */
async function printSizes(): Promise<number> {
  const postgres = await startKeptPostgres(join(KEPT, "postgres"));
  try {
    const rows = [...(await measureBackups(KEPT, undefined)), ...(await measureBackups(KEPT, postgres.url))];
    console.log(asText([BACKUP_COLUMNS, ...rows]));
  } finally {
    await postgres.stop();
  }
  return 0;
}

async function drill(rounds: number, start: number, showSteps: Context["showSteps"]): Promise<number> {
  const postgres = await startPostgres();
  const progress = showSteps(2 * rounds);
  let faults = 0;
  try {
    for (const [engine, url] of [
      ["SQLite", undefined],
      ["PostgreSQL", postgres.url],
    ] as const) {
      const started = Date.now();
      const figures = await runBackupDrill(rounds, seeded(start), url, () => progress.step(engine));
      for (const fault of figures.faults) console.log(`WRONG: ${engine}, ${fault}`);
      faults += figures.faults.length;
      console.log(
        `${engine}: ${rounds} rounds in ${Math.round((Date.now() - started) / 1_000)} s, ` +
          `${figures.killedBackups} backups and ${figures.killedRestores} restores killed, ` +
          `${figures.items.toLocaleString("en")} acknowledged items and ${figures.files.toLocaleString("en")} files compared, ` +
          `${figures.flippedBits} flipped bits looked for, ` +
          `${figures.faults.length} faults`,
      );
    }
  } finally {
    progress.stop();
    await postgres.stop();
  }
  return faults === 0 ? 0 : 1;
}
