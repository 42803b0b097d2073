import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { checkBytes, checkNow, checkSwept, finishJobs } from "./kill-checks.ts";
import { createKillClients } from "./kill-clients.ts";
import { openLedger } from "./kill-ledger.ts";
import { createKillPapers } from "./kill-papers.ts";
import type { KillWorld } from "./kill-world.ts";
import { childrenOf, isRunning } from "./process-children.ts";
import { startServer } from "./server.ts";

/** The delay of a kill, in ms. Most kills are early; some let long work begin. */
const FIRST_KILL = 10;
const LAST_KILL = 2_500;
/** The share of kills whose delay counts from the server's start, and not from its first acknowledgement. */
const EARLY = 0.2;
/** The time limit for the first acknowledgement, in ms. If none arrives, there are faults to report. */
const TIMEOUT = 60_000;
/** How long a child may outlive its server, in ms. */
const CHILD_LIMIT = 5_000;
/** The rate limit of uploads allows one person this number of kills. */
const KILLS_A_PERSON = 15;

export type KillFigures = Awaited<ReturnType<typeof runKills>>;

/**
 * Kills the server of a world again and again while people upload, read and edit. After each kill it checks
 * that all acknowledged data exists; at the end, that the sweeper leaves no remains.
 * @param random returns a number from 0 to 1
 * @param onKill called after each kill
 */
export async function runKills(world: KillWorld, kills: number, random: () => number, onKill: () => void) {
  const ledger = openLedger();
  const nextPaper = createKillPapers(random);
  const clients = createKillClients({ world, ledger, nextPaper, random });
  let cookie = "";
  let children = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    if (kill % KILLS_A_PERSON === 0) cookie = await world.signUp();
    const server = await startServer({ PROSHNO_OCR: "1", ...world.env });
    const begun = { faults: ledger.faults.length, lines: server.lines.length };
    let isOver = false;
    const promised = new Promise<void>((resolve) => (ledger.onPromise = resolve));
    const working = clients.work(server.origin, cookie, () => isOver);
    // Some kills hit a server that has just started, most a server in the middle of its work.
    if (random() > EARLY) await Promise.race([promised, sleep(TIMEOUT, undefined, { ref: false })]);
    await sleep(FIRST_KILL + (LAST_KILL - FIRST_KILL) * random() ** 2);
    isOver = true;
    const pid = server.process.pid as number;
    const exited = once(server.process, "exit");
    // A stopped server starts no child after the list is read.
    server.process.kill("SIGSTOP");
    const born = childrenOf(pid);
    server.process.kill("SIGKILL");
    await Promise.all([exited, working]);
    children += born.length;
    for (const child of born)
      if (!(await endsWithin(child, CHILD_LIMIT))) ledger.faults.push(`process ${child} outlives its server`);
    await checkNow(world, ledger);
    // Adds the server's log to the faults.
    if (ledger.faults.length > begun.faults) ledger.faults.push(...server.lines.slice(begun.lines));
    onKill();
  }
  const files = await checkBytes(world, ledger);
  const { texts, survived } = await finishJobs(world, ledger);
  const swept = await checkSwept(world, ledger);
  const { requests, items, faults } = ledger;
  return { kills, children, ...requests, items: items.length, files, texts, survived, swept, faults };
}

async function endsWithin(pid: number, limit: number): Promise<boolean> {
  const deadline = Date.now() + limit;
  while (isRunning(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}
