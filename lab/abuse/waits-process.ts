/**
 * A process of its own that reads a server like two other people, so that neither the attack nor its sender delays the
 * measurement. Each reader has one connection, and starts a request every 20 ms unless the last one still runs.
 */
import { Agent, request } from "node:http";
import { PROBE_PAUSE, type Reader, type Waited } from "./waits.ts";

/** How long a reader waits for a response, in ms. */
const TIMEOUT = 120_000;

const readers = JSON.parse(process.argv[2] ?? "[]") as Reader[];
/** The server that ends with the script, however the script ends; 0 for none. */
const guarded = Number(process.argv[3] ?? 0);
let samples: Waited[] = [];
let count = 0;

for (const reader of readers) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let isBusy = false;
  const once = async () => {
    isBusy = true;
    samples.push(await read(reader, agent));
    isBusy = false;
  };
  setInterval(() => void (isBusy || once()), PROBE_PAUSE);
}

/** @returns how long the response took; status 0 if it never came */
function read({ name, url, headers }: Reader, agent: Agent): Promise<Waited> {
  const at = performance.timeOrigin + performance.now();
  const address = url.replace("{n}", String((count += 1)));
  return new Promise((resolve) => {
    const end = (status: number) =>
      resolve({ name, at, ms: performance.timeOrigin + performance.now() - at, status });
    const asked = request(address, { agent, headers, timeout: TIMEOUT }, (response) => {
      response.on("error", () => end(0)).on("end", () => end(response.statusCode ?? 0));
      response.resume();
    });
    asked
      .on("timeout", () => asked.destroy())
      .on("error", () => end(0))
      .end();
  });
}

function endServer(pid: number): void {
  try {
    process.kill(pid, "SIGTERM");
  } catch {
    // It has ended already.
  }
}

/** Sends the samples as soon as each reader has a response to a request that began after the question. */
process.on("message", () => {
  const since = performance.timeOrigin + performance.now();
  const check = setInterval(() => {
    const isNew = ({ name }: Reader) => samples.some((sample) => sample.name === name && sample.at >= since);
    if (!readers.every(isNew)) return;
    clearInterval(check);
    const taken = samples;
    samples = [];
    process.send?.(taken);
  }, 5);
});
process.on("disconnect", () => {
  if (guarded > 0) endServer(guarded);
  process.exit();
});
process.send?.([]);
