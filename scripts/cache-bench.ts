/**
 * `npm run bench:cache`: how many requests a second the server answers from memory, beside a bare `node:http` server that
 * sends the same bytes, head and body. Both in turn, several times, in one run; the medians count. The server's processor
 * time for each request is the steadier figure on a machine that does other things, too.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, get } from "node:http";
import autocannon from "autocannon";
import { freePort, startServer } from "../tests/support/server.ts";

const ROUNDS = 7;
/** In seconds. */
const ROUND = 3;
const CONNECTIONS = 50;
/** Of this connection alone. */
const OWN = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);
const CASES = [
  { name: "JSON list", path: "/api/allQuestions?page=0&size=10", coding: "identity" },
  { name: "page, brotli", path: "/allQuestions", coding: "br" },
];

const [role, ...options] = process.argv.slice(2);
if (role === "bare") await runBare(options as [string, string, string]);
else await compare();

/** The same answer as another server's, whatever is asked. */
async function runBare([port, url, coding]: [string, string, string]): Promise<void> {
  const [response] = await once(get(url, { headers: { "accept-encoding": coding } }), "response");
  const body = Buffer.concat(await Array.fromAsync(response as AsyncIterable<Buffer>));
  const headers = Object.fromEntries(Object.entries(response.headers).filter(([name]) => !OWN.has(name)));
  createServer((_request, answer) =>
    answer.writeHead(200, headers as Record<string, string>).end(body),
  ).listen(Number(port), "127.0.0.1", () => console.log(`${body.length}`));
}

async function compare(): Promise<void> {
  const server = await startServer();
  try {
    for (const one of CASES) await compareOne(server.origin + one.path, server.process, one);
  } finally {
    await server.stop();
  }
}

async function compareOne(url: string, server: ChildProcess, { name, coding }: (typeof CASES)[number]) {
  const port = await freePort();
  const bare = spawn(process.execPath, [import.meta.filename, "bare", String(port), url, coding], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [bytes] = await once(bare.stdout, "data");
  const sides = [
    { label: "from memory", url, process: server, runs: [] as Run[] },
    { label: "bare node:http", url: `http://127.0.0.1:${port}/`, process: bare, runs: [] as Run[] },
  ];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const side of sides) {
      const run = await measure(side.url, side.process, coding);
      if (round > 0) side.runs.push(run);
    }
  }
  bare.kill();
  const [memory, base] = sides.map(({ runs }) => ({
    rate: median(runs.map((run) => run.rate)),
    cpu: median(runs.map((run) => run.cpu)),
  })) as [Run, Run];
  console.log(`${name}, ${String(bytes).trim()} bytes`);
  for (const [label, { rate, cpu }] of [
    ["from memory", memory],
    ["bare node:http", base],
  ] as const)
    console.log(
      `  ${label.padEnd(15)} ${rate.toFixed(0).padStart(7)} requests/s ${cpu.toFixed(1).padStart(6)} µs CPU`,
    );
  console.log(
    `  ratio           ${(memory.rate / base.rate).toFixed(2)} of its rate, ${(base.cpu / memory.cpu).toFixed(2)} by CPU`,
  );
}

/** Requests a second, and the server's processor time for each in µs. */
interface Run {
  rate: number;
  cpu: number;
}

async function measure(url: string, { pid }: ChildProcess, coding: string): Promise<Run> {
  const before = cpuOf(pid as number);
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: ROUND,
    headers: { "accept-encoding": coding },
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error("Not every request was answered.");
  return { rate: result.requests.average, cpu: (cpuOf(pid as number) - before) / result.requests.total };
}

/** In µs: Linux counts in hundredths of a second (proc(5)). */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
