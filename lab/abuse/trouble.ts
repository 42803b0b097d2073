import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { openCluster, type PostgresServer } from "../../tests/support/platform/postgres-cluster.ts";
import { counted } from "./at-once.ts";
import { contribute, postNote } from "./writes.ts";
import { type AbuseWorld, type Figure, openAbuseWorld, type Scenario } from "./world.ts";

/** The most connections of the database, how many posts come at once, and to how many workers. */
const [CONNECTIONS, POSTS, WORKERS] = [20, 80, 3];
/** How long the database is silent or locked, in ms. */
const FAULT = 5_000;
/** The pause between two requests of one kind, in ms. */
const PAUSE = 250;
/** How long a request may take while the database is in trouble, in ms: the time limit of a lock, and some more. */
const LONGEST = 4_000;
/** How many students post: an account and an address have limits. */
const STUDENTS = 8;

/** A database with few connections, one that stops for five seconds, and one whose largest table is locked. */
export const trouble: Scenario = {
  name: "trouble",
  engines: ["postgres"],
  async run(other) {
    const cluster = openCluster();
    const data = cluster.init("main");
    appendFileSync(join(data, "postgresql.conf"), `max_connections = ${CONNECTIONS}\n`);
    const database = await cluster.start(data);
    try {
      const options = { engine: "postgres", postgresUrl: database.url, product: other.product } as const;
      const few = await openAbuseWorld({ ...options, env: { PROSHNO_WORKERS: String(WORKERS) } });
      const figures = await signUpAll(few)
        .then((students) => fewConnections(few, students))
        .finally(few.close);
      const world = await openAbuseWorld(options);
      try {
        const students = await signUpAll(world);
        return [
          ...figures,
          ...(await besideFault(world, students, "quiet", () => pause(FAULT))),
          ...(await besideFault(world, students, "stopped for 5 s", () => stopFor(cluster, database))),
          ...(await besideFault(world, students, "resource locked for 5 s", () =>
            lockFor(world.databaseUrl),
          )),
        ];
      } finally {
        await world.close();
      }
    } finally {
      await cluster.kill(database);
      cluster.remove();
    }
  },
};

async function signUpAll(world: AbuseWorld): Promise<string[]> {
  const students: string[] = [];
  for (let index = 0; index < STUDENTS; index += 1) students.push((await world.signUp()).cookie);
  return students;
}

async function fewConnections({ origin }: AbuseWorld, students: string[]): Promise<Figure[]> {
  const start = performance.now();
  const posts = Array.from({ length: POSTS }, async (_, index) => {
    const cookie = students[index % students.length] ?? "";
    const status = await contribute(origin, cookie, `192.0.2.${index}`, `few ${index}`).catch(() => 0);
    return { status, ms: performance.now() - start };
  });
  const ready = fetch(`${origin}/readyz`).then(({ status }) => status);
  const done = await Promise.all(posts);
  const name = `${POSTS} posts at once to ${WORKERS} workers, max_connections = ${CONNECTIONS}`;
  return [
    ...Object.entries(counted(done.map(({ status }) => String(status)))).map(([status, value]) => ({
      name: `${name}: ${status}`,
      value,
      unit: "",
      ...(status === "201" ? {} : { limit: 0 }),
    })),
    { name: `${name}: the slowest`, value: Math.max(...done.map(({ ms }) => ms)), unit: "ms" },
    { name: `${name}: /readyz meanwhile`, value: await ready, unit: "" },
  ];
}

interface Asked {
  kind: string;
  status: number;
  ms: number;
  retryAfter: boolean;
}

/** Sends requests all the time, while the database is in trouble and until all are answered. */
async function besideFault(
  { origin }: AbuseWorld,
  students: string[],
  name: string,
  fault: () => Promise<unknown>,
): Promise<Figure[]> {
  let number = 0;
  const asked: Promise<Asked>[] = [];
  const read = (path: string) => fetch(origin + path, { headers: { "x-forwarded-for": "203.0.113.3" } });
  const kinds: Record<string, () => Promise<Response>> = {
    "a page from memory": () => read("/allQuestions"),
    "a list": () => read(`/allQuestions?page=1&once=${name}${number}`),
    "a contribution": () =>
      postNote(
        origin,
        students[number % students.length] ?? "",
        `192.0.2.${number % 200}`,
        `${name} ${number}`,
      ),
  };
  const ask = async (kind: string, act: (typeof kinds)[string]): Promise<Asked> => {
    const start = performance.now();
    const answer = await act().catch(() => undefined);
    await answer?.arrayBuffer().catch(() => {});
    const ms = performance.now() - start;
    return { kind, status: answer?.status ?? 0, ms, retryAfter: answer?.headers.has("retry-after") ?? false };
  };
  const ended = new AbortController();
  const over = fault().finally(() => ended.abort());
  while (!ended.signal.aborted) {
    number += 1;
    for (const [kind, act] of Object.entries(kinds)) asked.push(ask(kind, act));
    await pause(PAUSE);
  }
  await over;
  const all = await Promise.all(asked);
  return Object.keys(kinds).flatMap((kind) => {
    const own = all.filter((one) => one.kind === kind);
    const statuses = counted(own.map(({ status }) => String(status)));
    return [
      {
        name: `${name}: ${kind}, longest`,
        value: Math.max(...own.map(({ ms }) => ms)),
        unit: "ms",
        limit: LONGEST,
      },
      ...Object.entries(statuses).map(([status, value]) => ({
        name: `${name}: ${kind}, ${status}`,
        value,
        unit: "",
      })),
      {
        name: `${name}: ${kind}, 503 without Retry-After`,
        value: own.filter(({ status, retryAfter }) => status === 503 && !retryAfter).length,
        unit: "",
        limit: 0,
      },
    ];
  });
}

async function stopFor(cluster: ReturnType<typeof openCluster>, database: PostgresServer): Promise<void> {
  cluster.pause(database);
  await pause(FAULT);
  cluster.resume(database);
}

async function lockFor(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("begin");
  await client.query("lock table resource");
  await pause(FAULT);
  await client.query("commit");
  await client.end();
}
