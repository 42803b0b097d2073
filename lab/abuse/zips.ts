import { setTimeout as pause } from "node:timers/promises";
import { MB } from "../../src/shared/text/bytes.ts";
import { residentMemory } from "../lib/process-figures.ts";
import { emptyParts, type HostileZip, longestNames } from "./hostile-zips.ts";
import { createPile, uploadZip } from "./resumable.ts";
import { startReaders, twoReaders, type Waited, waitsOf } from "./waits.ts";
import type { AbuseWorld, Figure, Scenario } from "./world.ts";

/** How long the readers are measured without an attack, in ms. */
const QUIET = 3_000;
/** How long one ZIP is watched after it has arrived, and at most, in ms. */
const [WATCHED, LONGEST] = [60_000, 300_000];
/** After so many deaths of the server, the ZIP is not watched further. */
const MAX_DEATHS = 3;
const POLL = 20;
/** How often the pile is looked at, in polls. */
const CHECK_INTERVAL = 25;

/** Uploads ZIPs whose directories need much memory. A server that dies is started again, like a service manager does. */
export const zips: Scenario = {
  name: "zips",
  engines: ["sqlite", "postgres"],
  async run(world) {
    const figures: Figure[] = [];
    for (const zip of [emptyParts(), longestNames()]) figures.push(...(await attack(world, zip)));
    return figures;
  },
};

async function attack(world: AbuseWorld, zip: HostileZip): Promise<Figure[]> {
  const { cookie } = await world.signUp();
  const other = await world.signUp();
  let readers = await startReaders(twoReaders(world.origin, other.cookie));
  await pause(QUIET);
  const quiet = waitsOf(await readers.take(), "page");
  const by = { origin: world.origin, cookie, address: "203.0.113.1" };
  const pile = await createPile(by);
  const seen: Waited[] = [];
  let [peak, deaths, state] = [residentMemory(world.pid), 0, "not seen"];
  const sent = uploadZip(by, pile, zip).catch(() => 0);
  const start = performance.now();
  let end = start + LONGEST;
  let isSent = false;
  const arrived = sent.finally(() => {
    isSent = true;
    end = Math.min(end, performance.now() + WATCHED);
  });
  for (let turn = 0; performance.now() < end && deaths < MAX_DEATHS; turn += 1) {
    peak = Math.max(peak, residentMemory(world.pid));
    if (world.hasEnded()) {
      deaths += 1;
      readers.stop();
      await world.restart();
      readers = await startReaders(twoReaders(world.origin, other.cookie));
    } else if (isSent && turn % CHECK_INTERVAL === 0) {
      state = await stateOf(world.origin, pile, cookie).catch(() => state);
      if (state === "done" || state.startsWith("refused")) break;
    }
    await pause(POLL);
  }
  // Without an end of the server, the readers have all their requests.
  if (!world.hasEnded()) seen.push(...(await readers.take()));
  readers.stop();
  const [page, list] = [waitsOf(seen, "page"), waitsOf(seen, "list")];
  const name = `a ZIP, ${zip.name}, ${Math.round(zip.size / MB)} MB`;
  return [
    { name: `${name}: the server died`, value: deaths, unit: "times", limit: 0 },
    { name: `${name}: most memory`, value: peak / MB, unit: "MB", limit: 512 },
    {
      name: `${name}: status of the last part`,
      value: await Promise.race([arrived, pause(POLL, 0)]),
      unit: "",
    },
    { name: `${name}: its pile says "${state}" after`, value: performance.now() - start, unit: "ms" },
    { name: `${name}: a page, quiet, p99`, value: quiet.p99, unit: "ms" },
    { name: `${name}: a page, p99`, value: page.p99, unit: "ms", limit: 100 },
    { name: `${name}: a page, longest`, value: page.max, unit: "ms" },
    { name: `${name}: a list, longest`, value: list.max, unit: "ms" },
    {
      name: `${name}: reads that failed since the last start`,
      value: page.failed + list.failed,
      unit: "",
      limit: 0,
    },
  ];
}

interface ShownPile {
  zips?: { state: string; problem?: { code: string } }[];
}

/** @returns the state of the pile's ZIP, with the reason of a refusal */
async function stateOf(origin: string, pile: string, cookie: string): Promise<string> {
  const answer = await fetch(`${origin}/api/piles/${pile}`, {
    headers: { cookie, "x-forwarded-for": "203.0.113.1" },
  });
  const { zips: found = [] } = (await answer.json()) as ShownPile;
  const [zip] = found;
  if (!zip) return "not seen";
  return zip.problem ? `${zip.state}, ${zip.problem.code}` : zip.state;
}
