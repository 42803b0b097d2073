/**
 * `npm run drill:backup`: makes a backup while the archive is written, loses everything, restores it
 * elsewhere and compares the content, on both engines. Most backups and restores are killed at random
 * moments first. `npm run drill:backup -- 10 7` runs 10 rounds on each engine, with the moments of seed 7. It
 * fails if there is any fault. `npm run drill:backup -- --sizes` prints only the time and size of a backup, of the
 * next backup and of a restore, for 1,000 papers and for 100,000 items.
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { BACKUP_COLUMNS, measureBackups } from "./backup-sizes.ts";
import { startKeptPostgres } from "../lib/kept-postgres.ts";
import { showSteps } from "../lib/progress.ts";
import { seeded } from "../../scripts/lib/seeded.ts";
import { asText } from "../lib/tables.ts";
import { runBackupDrill } from "../../tests/support/operations/backup-drill.ts";
import { startPostgres } from "../../tests/support/platform/postgres.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sizes: { type: "boolean", default: false } },
});
if (values.sizes) await printSizes();
else await drill(Number(positionals[0] ?? 50), Number(positionals[1] ?? Date.now() % 100_000));

/** Uses PostgreSQL's own durability settings, and the archives of `npm run bench`. */
async function printSizes(): Promise<void> {
  const kept = process.env["PROSHNO_BENCH_DATA"] ?? join(tmpdir(), "proshno-bench");
  const postgres = await startKeptPostgres(join(kept, "postgres"));
  try {
    const rows = [...(await measureBackups(kept, undefined)), ...(await measureBackups(kept, postgres.url))];
    console.log(asText([BACKUP_COLUMNS, ...rows]));
  } finally {
    await postgres.stop();
  }
}

async function drill(rounds: number, seed: number): Promise<void> {
  console.log(`Seed ${seed}`);

  const postgres = await startPostgres();
  const progress = showSteps(2 * rounds);
  let faults = 0;
  try {
    for (const [engine, url] of [
      ["SQLite", undefined],
      ["PostgreSQL", postgres.url],
    ] as const) {
      const started = Date.now();
      const figures = await runBackupDrill(rounds, seeded(seed), url, () => progress.step(engine));
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
  process.exitCode = faults === 0 ? 0 : 1;
}
