import { setTimeout } from "node:timers/promises";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import pg from "pg";
import { median, percentiles } from "../lib/percentiles.ts";
import { startProbe } from "../lib/start-probe.ts";
import type { AbuseWorld, Figure, Scenario } from "./world.ts";

/** How long an attack takes, in ms. */
const LASTS = 12_000;
const CONCURRENCY = 32;
/** The number of accounts and addresses in the second attack. */
const MANY = 20;
/** The shared address of the first attack and an honest student. */
const CAMPUS = "203.0.113.5";

interface Account {
  email: string;
  address: string;
}

/** Logs in with the right password at full speed: with one account, then with many accounts. */
export const logins: Scenario = {
  name: "logins",
  engines: ["sqlite", "postgres"],
  async run(world) {
    const honest = { email: (await world.signUp()).email, address: CAMPUS };
    const calm = await startProbe({ url: `${world.origin}/healthz`, pid: world.pid });
    const quiet = await inTurn(world, honest, 10);
    const { p99 } = percentiles((await calm.stop()).latencies);
    const one = { email: (await world.signUp()).email, address: CAMPUS };
    const many: Account[] = [];
    for (let index = 0; index < MANY; index += 1)
      many.push({ email: (await world.signUp()).email, address: `192.0.2.${index}` });
    return [
      { name: "quiet: a login, median", value: quiet, unit: "ms" },
      { name: "quiet: /healthz, p99", value: p99, unit: "ms" },
      ...(await flood(world, "one account", [one], honest, quiet)),
      { name: "sessions of that account", value: await countSessions(world, one.email), unit: "", limit: 20 },
      ...(await flood(world, `${MANY} accounts`, many, honest, quiet)),
    ];
  },
};

async function flood(
  world: AbuseWorld,
  name: string,
  accounts: Account[],
  honest: Account,
  quiet: number,
): Promise<Figure[]> {
  const probe = await startProbe({ url: `${world.origin}/healthz`, pid: world.pid });
  const end = performance.now() + LASTS;
  let passed = 0;
  const attackers = Array.from({ length: CONCURRENCY }, async (_, index) => {
    const account = accounts[index % accounts.length] as Account;
    while (performance.now() < end) if (await logIn(world, account)) passed += 1;
  });
  await setTimeout(500);
  const beside = await inTurn(world, honest, 10);
  await Promise.all(attackers);
  const { latencies } = await probe.stop();
  return [
    { name: `${name}: logins let through`, value: (passed * 1_000) / LASTS, unit: "a second" },
    { name: `${name}: /healthz, p99`, value: percentiles(latencies).p99, unit: "ms", limit: 100 },
    { name: `${name}: another student's login, median`, value: beside, unit: "ms" },
    { name: `${name}: that by the quiet time`, value: beside / quiet, unit: "times", limit: 2 },
  ];
}

/** @returns the median time of a login, in ms */
async function inTurn(world: AbuseWorld, account: Account, count: number): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < count; time += 1) {
    const start = performance.now();
    if (!(await logIn(world, account))) throw new Error("The honest student was refused.");
    times.push(performance.now() - start);
  }
  return median(times);
}

/** @returns whether the login succeeded */
export async function logIn({ origin, password }: AbuseWorld, { email, address }: Account): Promise<boolean> {
  const answer = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": address },
    body: JSON.stringify({ email, password }),
  });
  await answer.arrayBuffer();
  return answer.ok;
}

const COUNT = `select count(*) as count from session join users on users.id = session."userId" where users.email =`;

/** Counts the sessions of an account in the database. */
export async function countSessions({ data, databaseUrl }: AbuseWorld, email: string): Promise<number> {
  if (!databaseUrl) {
    const db = new DatabaseSync(join(data, "proshno.sqlite"), { readOnly: true });
    const row = db.prepare(`${COUNT} ?`).get(email) as { count: number };
    db.close();
    return row.count;
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ count: string }>(`${COUNT} $1`, [email]);
  await client.end();
  return Number(rows[0]?.count);
}
