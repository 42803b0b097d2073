import { MB } from "../../src/shared/text/bytes.ts";
import { announce, createPile, type Uploader } from "./resumable.ts";
import type { AbuseWorld, Figure, Scenario } from "./world.ts";

/** The size of one announced ZIP, in bytes: the largest that a pile takes. */
const ZIP = 500_000_000;
/** What each of two accounts announces, in bytes. */
const EACH = 5_000_000_000;
/** The attack from one address ends after so many accounts, each with as many uploads as one can have open. */
const [ACCOUNTS, UPLOADS] = [100, 40];
const GB = 1_000 * MB;

/** Announces uploads that never come: two accounts 5 GB each, then one address as much as it may. */
export const disk: Scenario = {
  name: "disk",
  engines: ["sqlite", "postgres"],
  // The limits of production, which other scenarios turn off.
  env: { PROSHNO_NEWCOMER_MB: "500", PROSHNO_NEWCOMER_PAPERS: "60" },
  async run(world) {
    const figures: Figure[] = [];
    for (const account of [1, 2]) {
      const by = await uploader(world, `192.0.2.${account}`);
      const { bytes, status } = await announceAll(by, Math.ceil(EACH / ZIP));
      figures.push({ name: `account ${account} of 2: announced`, value: bytes / GB, unit: "GB", limit: 0.5 });
      figures.push({ name: `account ${account} of 2: the last status`, value: status, unit: "" });
    }
    return [...figures, ...(await fromOneAddress(world))];
  },
};

async function fromOneAddress(world: AbuseWorld): Promise<Figure[]> {
  let [bytes, accounts, last] = [0, 0, 0];
  while (accounts < ACCOUNTS) {
    accounts += 1;
    const announced = await announceAll(await uploader(world, "203.0.113.1"), UPLOADS);
    bytes += announced.bytes;
    last = announced.status;
    if (announced.bytes === 0) break;
  }
  return [
    { name: `one address, ${accounts} accounts: announced`, value: bytes / GB, unit: "GB", limit: 20 },
    { name: `one address, ${accounts} accounts: the last status`, value: last, unit: "" },
  ];
}

async function uploader(world: AbuseWorld, address: string): Promise<Uploader> {
  return { origin: world.origin, cookie: (await world.signUp()).cookie, address };
}

/** Announces ZIPs until one is refused. @returns the announced bytes and the last status */
async function announceAll(by: Uploader, most: number): Promise<{ bytes: number; status: number }> {
  const pile = await createPile(by);
  let [bytes, status] = [0, 0];
  for (let number = 0; number < most; number += 1) {
    ({ status } = await announce(by, pile, `papers-${number}.zip`, ZIP));
    if (status !== 201) break;
    bytes += ZIP;
  }
  return { bytes, status };
}
