import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { openDatabase } from "../../src/server/platform/db/open.ts";
import type { Database } from "../../src/server/platform/db/schema/schema.ts";
import { randomKey } from "../../src/server/platform/ids.ts";
import { until } from "../../tests/support/operations/fault-waiting.ts";
import type { TestArchive } from "../../tests/support/platform/archive.ts";
import { watchedItems } from "../../tests/support/process/stale-checker.ts";
import { openApplicationNodes } from "./application-nodes.ts";
import { type Clients, startClients, studentsFor } from "./clients.ts";
import { beginFault, type Cluster, type FaultName } from "./faults.ts";
import { type Machine, machines } from "../../tests/support/operations/deploy-machines.ts";
import { findLosses, type Ledger, openLedger } from "./ledger.ts";
import { openPatroniNodes } from "./patroni-nodes.ts";
import { signInPeople } from "./people.ts";
import { makeFolder } from "./programs.ts";
import type { Counts, FaultResult, Results } from "./results.ts";

export interface DrillOptions {
  /** An empty folder for the machines' data and logs. */
  folder: string;
  results: Results;
  counts: Counts;
  writers: number;
  readers: number;
  pace: { write: number; read: number };
  /** Ends the run before the next fault. */
  isOver: () => boolean;
  onResult?: (result: FaultResult) => void;
  log?: (line: string) => void;
}

/** How long writing may take to work again, in ms. */
export const WRITE_GOAL = 30_000;
/** How long nobody may read while there is a leader, in ms: reads that reach a dead machine are slow, but others succeed. */
export const READ_GOAL = 3_000;
/** How long the drill waits for writing, and for the whole cluster, before it gives up, in ms. */
const WRITE_LIMIT = 120_000;
const WHOLE_LIMIT = 300_000;
/** How long a fault continues after writing works again, and how long `no-standby` lasts, in ms. */
const HOLD = 4_000;
const NO_STANDBY = 15_000;
const WATCHED = 30;

/** Starts a new cluster with the files of deploy/, and causes faults under load until enough of each have happened. */
export async function runDrill(options: DrillOptions): Promise<void> {
  const { folder, log = () => {} } = options;
  for (const { name } of machines) makeFolder(join(folder, name));
  const passwords = { superuser: randomKey(), proshno: randomKey(), reader: randomKey() };
  const logOf = (machine: Machine, program: string) => join(folder, machine.name, `${program}.log`);
  const node = { folder, passwords, log: logOf };
  const databases = openPatroniNodes(node);
  const applications = openApplicationNodes(node, randomKey() + randomKey());
  const cluster: Cluster = { databases, applications };
  let db: Database | undefined;
  let clients: Clients | undefined;
  try {
    log("Starts etcd, Patroni and HAProxy");
    databases.start();
    applications.startProxies();
    await until(databases.isWhole, WHOLE_LIMIT);
    await databases.createDatabase();
    await until(applications.leaderAnswers, WHOLE_LIMIT);
    log("Starts two nodes");
    applications.start();
    await until(applications.areReady, WHOLE_LIMIT);
    const [entry = ""] = applications.entries();
    const { databaseUrl, replicaUrl } = applications;
    db = openDatabase({ databaseUrl, replicaUrl, dataFolder: folder, connections: 2 });
    const ledger = openLedger(await watchedItems({ db } as TestArchive, WATCHED));
    const cookies = await signInPeople(db, entry, studentsFor(options.writers));
    clients = startClients({ ...options, entries: applications.entries(), ledger, cookies });
    log(`${options.writers} people write and ${options.readers} read`);
    await causeFaults(options, { cluster, db, clients, ledger });
  } finally {
    await clients?.stop();
    await db?.close();
    await Promise.all([databases.stop(), applications.stop()]);
  }
}

interface Drill {
  cluster: Cluster;
  db: Database;
  clients: Clients;
  ledger: Ledger;
}

async function causeFaults(options: DrillOptions, drill: Drill): Promise<void> {
  const { results, counts, isOver, onResult } = options;
  for (let fault = results.next(counts); fault && !isOver(); fault = results.next(counts)) {
    const result = await causeFault(fault, results.done(fault), drill);
    results.add(result);
    onResult?.(result);
  }
}

async function causeFault(fault: FaultName, round: number, drill: Drill): Promise<FaultResult> {
  const { cluster, db, clients, ledger } = drill;
  const { writes, reads } = clients;
  const problems: string[] = [];
  const isWhole = async () => (await cluster.databases.isWhole()) && (await cluster.applications.areReady());
  const wait = (what: string, holds: () => boolean | Promise<boolean>, limit: number) =>
    until(holds, limit).catch(() => {
      problems.push(`${what} not within ${limit / 1_000} s`);
      return limit;
    });
  const untilWritten = () => {
    const [written, read] = [writes.count(), reads.count()];
    return wait(
      "people could write and read",
      () => writes.count() > written && reads.count() > read,
      WRITE_LIMIT,
    );
  };

  await wait("the cluster was whole before the fault", isWhole, WHOLE_LIMIT);
  await untilWritten();
  clients.failures();
  const at = new Date().toISOString();
  const before = { written: writes.count(), read: reads.count() };
  writes.turnOver();
  reads.turnOver();
  const leader = await cluster.databases.leader();
  const isReplaced = async () => ![undefined, leader].includes(await cluster.databases.leader());
  const running = await beginFault(fault, cluster, round);
  // A write from just before the fault must not look like the end of the fault.
  if (fault === "no-standby") await sleep(NO_STANDBY);
  else {
    if (running.hitsLeader) await wait("the fault had an effect", isReplaced, WRITE_LIMIT);
    await untilWritten();
    await sleep(HOLD);
  }
  await running.end();
  const whole = await wait("the cluster was whole again", isWhole, WHOLE_LIMIT);
  await untilWritten();
  await wait("exports read a standby again", () => isOnReplica(db), WHOLE_LIMIT);
  const [writeGap, readGap] = [writes.turnOver(), reads.turnOver()];
  if (writeGap > WRITE_GOAL && fault !== "no-standby")
    problems.push(`nobody could write for ${(writeGap / 1_000).toFixed(1)} s`);
  if (readGap > READ_GOAL && !running.hitsLeader)
    problems.push(`nobody could read for ${(readGap / 1_000).toFixed(1)} s`);
  return {
    fault,
    what: running.what,
    hitsLeader: running.hitsLeader === true,
    at,
    writeGap,
    readGap,
    whole,
    acknowledged: writes.count() - before.written,
    read: reads.count() - before.read,
    failures: Object.fromEntries(clients.failures()),
    lost: await findLosses(db, ledger).catch((error: unknown) => [`the check failed: ${String(error)}`]),
    exposed: ledger.exposed.splice(0),
    problems,
  };
}

/** Whether an export would read a standby now. It must never fail, because it can read the leader. */
async function isOnReplica(db: Database): Promise<boolean> {
  const { rows } = await db.onReplica((read) =>
    sql<{ isReplica: boolean }>`select pg_is_in_recovery() as "isReplica"`.execute(read),
  );
  return rows[0]?.isReplica ?? false;
}
