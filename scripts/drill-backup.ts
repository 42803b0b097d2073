/**
 * `npm run drill:backup`: makes a backup while the archive is written, loses everything, restores it
 * elsewhere and compares the content, on both engines. Most backups and restores are killed at random
 * moments first. `npm run drill:backup -- 10 7` runs 10 rounds on each engine, with the moments of seed 7. It
 * fails if there is any fault.
 */
import { showSteps } from "./lib/progress.ts";
import { seeded } from "./lib/seeded.ts";
import { runBackupDrill } from "../tests/support/operations/backup-drill.ts";
import { startPostgres } from "../tests/support/platform/postgres.ts";

const rounds = Number(process.argv[2] ?? 50);
const seed = Number(process.argv[3] ?? Date.now() % 100_000);
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
