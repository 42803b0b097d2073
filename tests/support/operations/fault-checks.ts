import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sha256Of } from "../../../src/server/files/storage/file-store.ts";
import type { FaultSite } from "./fault-site.ts";
import { until } from "./fault-waiting.ts";
import type { FaultLedger } from "./fault-writer.ts";

/** A job may wait this long after a fault, in ms. The pauses after the first failures are shorter. */
const LONGEST_WAIT = 600_000;
/** How long the check waits for the server's own repairs, in ms. */
const TIMEOUT = 30_000;

/**
 * Compares the archive with what the server said.
 * @returns how many acknowledged writes are lost, and a sentence for each fault
 */
export async function checkKept(site: FaultSite, ledger: FaultLedger) {
  const { world, fileStore } = site;
  const faults: string[] = [];
  const rows = await world.db.read
    .selectFrom("resource")
    .leftJoin("file", "file.key", "resource.fileKey")
    .select(["resource.title", "file.sha256"])
    .execute();
  const kept = new Map(rows.map(({ title, sha256 }) => [title, sha256]));
  const lost = ledger.questions.filter((subject) => !kept.has(subject));
  for (const [topic, sha256] of ledger.notes) {
    const bytes = kept.get(topic) === sha256 && (await fileStore.get(sha256).catch(() => undefined));
    if (!bytes || sha256Of(bytes) !== sha256) lost.push(topic);
  }
  faults.push(...lost.map((name) => `${name} was acknowledged and is lost`));
  for (const name of ledger.refused)
    if (kept.has(name)) faults.push(`${name} was saved, although the server refused it`);
  if (world.engine === "sqlite") faults.push(...damages(join(world.data, "proshno.sqlite")));
  // The server repairs the times of jobs some seconds after its clock was set right.
  await until(async () => (await lateJobs(site)).length === 0, TIMEOUT).catch(() => {});
  faults.push(...(await lateJobs(site)));
  return { lost: lost.length, faults };
}

function damages(path: string): string[] {
  const connection = new DatabaseSync(path, { readOnly: true });
  const rows = connection.prepare("pragma integrity_check").all();
  connection.close();
  return rows
    .map((row) => String(row["integrity_check"]))
    .filter((said) => said !== "ok")
    .map((said) => `the database is damaged: ${said}`);
}

/** Jobs that don't run in the next minutes, for example because their time is on a clock that was wrong. */
async function lateJobs({ world }: FaultSite): Promise<string[]> {
  const jobs = await world.db.read
    .selectFrom("job")
    .select(["kind", "state", "runAt", "leaseUntil"])
    .where((eb) =>
      eb.or([
        eb("runAt", ">", Date.now() + LONGEST_WAIT),
        eb("leaseUntil", ">", Date.now() + LONGEST_WAIT),
        eb("state", "=", "dead"),
      ]),
    )
    .execute();
  return jobs.map(({ kind, state, runAt, leaseUntil }) => {
    const minutes = Math.round((Math.max(runAt, leaseUntil ?? 0) - Date.now()) / 60_000);
    return state === "dead"
      ? `a job of ${kind} was given up`
      : `a job of ${kind} waits for ${minutes} minutes`;
  });
}
