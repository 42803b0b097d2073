/**
 * `npm run drill:move`: moves an archive of 100,000 items with files, accounts and second factors from SQLite
 * to PostgreSQL. It kills the command three times while somebody writes, and checks that no acknowledged write
 * is lost, that everybody still logs in, and that search results and the audit trail are equal. The command
 * itself compares counts and hashes. `npm run drill:move -- 5000 1 7` moves 5,000 items with one kill and
 * seed 7.
 */
import { startPostgres } from "../../tests/support/platform/postgres.ts";
import { runMoveDrill } from "../../tests/support/process/move-drill.ts";
import { seeded } from "../../scripts/lib/seeded.ts";

const items = Number(process.argv[2] ?? 100_000);
const kills = Number(process.argv[3] ?? 3);
const seed = Number(process.argv[4] ?? Date.now() % 100_000);
const PEOPLE = 50;
console.log(`Seed ${seed}`);

const postgres = await startPostgres();
try {
  const { seconds, secondsWithKills, accepted, refused, faults } = await runMoveDrill({
    items,
    people: PEOPLE,
    kills,
    postgresUrl: postgres.url,
    random: seeded(seed),
    log: console.log,
  });
  for (const fault of faults) console.log(`WRONG: ${fault}`);
  console.log(
    `items: ${items.toLocaleString("en")}; last run: ${seconds.toFixed(1)} s, all runs with ${kills} kills: ` +
      `${secondsWithKills.toFixed(1)} s; writes: ${accepted} accepted, ${refused} refused; faults: ${faults.length}`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await postgres.stop();
}
