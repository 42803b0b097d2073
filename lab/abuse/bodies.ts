import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { residentMemory } from "../lib/process-figures.ts";
import { percentiles } from "../lib/percentiles.ts";
import type { SlowSendersOptions } from "./slow-senders.ts";
import type { AbuseWorld, Figure, Scenario } from "./world.ts";
import { MB } from "../../src/shared/text/bytes.ts";

const SLOW = 1_000;
const STUDENTS = 200;
/** How long the attack lasts, in ms: longer than the time limits of a body and of its closing connection. */
const WATCHED = 65_000;
/** The shared address of a campus. */
const ADDRESS = "203.0.113.7";
const QUIET = 5_000;

/** Sends bodies slowly, from the address that honest students share. */
export const bodies: Scenario = {
  name: "bodies",
  engines: ["sqlite"],
  async run(world) {
    const students: string[] = [];
    for (let index = 0; index < STUDENTS; index += 1) students.push((await world.signUp()).cookie);
    const attacker = await world.signUp();
    const quiet = await serve(world, students, QUIET);
    const { origin } = world;
    const attack = startSlowSenders({ origin, address: ADDRESS, cookie: attacker.cookie, count: SLOW });
    const loaded = await serve(world, students, WATCHED);
    const left = await attack.stop();
    const wait = percentiles(loaded.latencies);
    return [
      { name: "others, p99, quiet", value: percentiles(quiet.latencies).p99, unit: "ms" },
      { name: "others, p99", value: wait.p99, unit: "ms", limit: 100 },
      { name: "others, slowest", value: Math.max(...loaded.latencies), unit: "ms" },
      { name: "others, without a success", value: loaded.failures, unit: "", limit: 0 },
      { name: "memory above quiet", value: (loaded.peak - quiet.peak) / MB, unit: "MB", limit: 250 },
      { name: `slow bodies of ${SLOW} after ${WATCHED / 1_000} s`, value: left, unit: "", limit: 0 },
    ] satisfies Figure[];
  },
};

/**
 * Students read lists and contribute notes, one after another, without exceeding the limits of their address.
 */
async function serve({ origin, pid }: AbuseWorld, students: string[], duration: number) {
  const latencies: number[] = [];
  let [failures, peak] = [0, 0];
  const end = performance.now() + duration;
  for (let turn = 0; performance.now() < end; turn += 1) {
    const headers = { cookie: students[turn % students.length] as string, "x-forwarded-for": ADDRESS };
    const start = performance.now();
    const answer = await fetch(
      ...(turn % 4 === 0 ? note(origin, headers, turn) : list(origin, headers)),
    ).catch(() => undefined);
    await answer?.text().catch(() => {});
    latencies.push(performance.now() - start);
    if (!answer?.ok) failures += 1;
    peak = Math.max(peak, residentMemory(pid));
    await pause(20);
  }
  return { latencies, failures, peak };
}

type Asked = [url: string, init: RequestInit];
const list = (origin: string, headers: Record<string, string>): Asked => [
  `${origin}/allQuestions`,
  { headers },
];
const note = (origin: string, headers: Record<string, string>, turn: number): Asked => {
  const driveLink = `https://drive.google.com/file/d/${String(turn).padStart(33, "n")}/view`;
  const body = JSON.stringify({ topic: `Note ${turn}`, department: "CSE", subject: "Algorithms", driveLink });
  return [
    `${origin}/api/postNotes`,
    { method: "POST", headers: { ...headers, "content-type": "application/json" }, body },
  ];
};

/** Attacks from a separate thread, so that the attack does not slow the measurement. */
function startSlowSenders(options: SlowSendersOptions) {
  const worker = new Worker(new URL("slow-senders.ts", import.meta.url), { workerData: options });
  return {
    /** @returns how many connections were still open */
    async stop(): Promise<number> {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage("stop");
      const [open] = (await once(worker, "message")) as [number];
      return open;
    },
  };
}
