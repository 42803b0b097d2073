import { Agent, request } from "node:http";
import { expect, vi } from "vitest";
import type { TestServer } from "./server.ts";

/** For `vi.waitFor`. */
export const PATIENCE = { timeout: 50_000, interval: 20 };
/** After so long without an answer a request fails, in ms. A paper is looked at before its last part is answered. */
const SILENCE = 25_000;
/** The same where next to nothing is asked. */
const SHORT_SILENCE = 3_000;

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Left out: a connection of its own, which may lead to another worker. */
  agent?: Agent;
  silence?: number;
}
let requests = 0;

/** @returns the status, headers, and the id by which the log knows the request */
export function send(
  { origin }: TestServer,
  path: string,
  { method = "GET", headers, body, agent, silence = SILENCE }: Asked = {},
) {
  const id = `asked-${(requests += 1)}`;
  return new Promise<{ status: number | undefined; headers: Record<string, unknown>; id: string }>(
    (resolve, reject) => {
      const own = { ...headers, "x-request-id": id };
      const sent = request(origin + path, { method, headers: own, agent: agent ?? new Agent() }, (answer) => {
        answer.on("error", reject);
        answer.on("end", () => resolve({ status: answer.statusCode, headers: answer.headers, id })).resume();
      });
      sent.on("error", reject);
      // A connection that is just being handed to a worker when that is killed is answered by nobody.
      sent.setTimeout(silence, () => sent.destroy(new Error("Nobody answers.")));
      sent.end(body);
    },
  );
}

interface Line {
  id?: string;
  msg?: string;
  pid?: number;
  worker?: number;
}
/** What a server has logged until now. */
export const logged = ({ lines }: TestServer): Line[] =>
  lines.flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as Line] : []));
/** The process that answered a request. */
export const pidOf = (server: TestServer, id: string): Promise<number> =>
  vi.waitFor(
    () => logged(server).find((line) => line.id === id)?.pid ?? Promise.reject(new Error(id)),
    PATIENCE,
  );

/** Asks until so many processes have answered. @returns them */
export async function pids(server: TestServer, count: number, but: number[] = []): Promise<number[]> {
  const found = new Set<number>();
  await vi.waitFor(async () => {
    const { id } = await send(server, "/healthz", { silence: SHORT_SILENCE });
    const pid = await pidOf(server, id);
    if (!but.includes(pid)) found.add(pid);
    expect(found.size).toBe(count);
  }, PATIENCE);
  return [...found];
}
/** Whether there is such a process. */
export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
