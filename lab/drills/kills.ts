/**
 * `npm run test:kills`: ends the server with SIGKILL at random moments while files are uploaded, replaced and
 * shown and their pages read. Half of the kills are on SQLite and half on PostgreSQL, at the same time. It
 * checks that no acknowledged data is lost and that no remains are left. `npm run test:kills -- 40 7` kills
 * 40 times, with the moments of seed 7. It fails if there is any problem.
 */
import { showSteps } from "../lib/progress.ts";
import { seeded } from "../../scripts/lib/seeded.ts";
import { type KillFigures, runKills } from "../../tests/support/process/kills.ts";
import { openKillWorld } from "../../tests/support/process/kill-world.ts";
import { startPostgres } from "../../tests/support/platform/postgres.ts";

const kills = Number(process.argv[2] ?? 300);
const seed = Number(process.argv[3] ?? Date.now() % 100_000);
const started = Date.now();
console.log(`Seed ${seed}`);

const postgres = await startPostgres();
const progress = showSteps(kills);
let results: KillFigures[] = [];
try {
  results = await Promise.all([run(Math.ceil(kills / 2)), run(Math.floor(kills / 2), postgres.url)]);
} finally {
  progress.stop();
  await postgres.stop();
}

async function run(share: number, postgresUrl?: string): Promise<KillFigures> {
  const world = await openKillWorld(postgresUrl);
  try {
    return await runKills(world, share, seeded(seed), () => progress.step(world.engine));
  } finally {
    await world.close();
  }
}

for (const fault of results.flatMap(({ faults }) => faults)) console.log(`WRONG: ${fault}`);
const sum = (name: Exclude<keyof KillFigures, "faults">) =>
  results.reduce((total, result) => total + result[name], 0).toLocaleString("en");
const faults = results.flatMap((result) => result.faults).length;
console.log(
  `kills: ${sum("kills")} in ${Math.round((Date.now() - started) / 1_000)} s, of the server and ${sum("children")} child processes; ` +
    `acknowledged: ${sum("parts")} parts (${sum("resumed")} uploads resumed), ${sum("forms")} forms, ${sum("edits")} edits, ` +
    `${sum("items")} items, ${sum("pages")} page images; then ${sum("files")} files, ${sum("texts")} pages with text (${sum("survived")} jobs that servers had died of), ` +
    `${sum("swept")} contents swept; faults: ${faults}`,
);
process.exitCode = faults === 0 ? 0 : 1;
