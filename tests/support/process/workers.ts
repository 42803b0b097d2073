import { Agent, request } from "node:http";
import { expect, vi } from "vitest";
import type { TestServer } from "./server.ts";

/** Options for `vi.waitFor`, in ms. */
export const WAIT_OPTIONS = { timeout: 50_000, interval: 20 };
/**
 * How long a request waits for a response, in ms. The last part of an upload waits until the paper is
 * checked.
 */
const SILENCE = 25_000;
/** How long a small request waits for a response, in ms. */
const SHORT_SILENCE = 3_000;

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** By default a new connection, which may reach a different worker. */
  agent?: Agent;
  silence?: number;
}

/** @returns the status, headers, and the id of the request in the log */
export function send(
  { origin }: TestServer,
  path: string,
  { method = "GET", headers, body, agent, silence = SILENCE }: Asked = {},
) {
  return new Promise<{ status: number | undefined; headers: Record<string, unknown>; id: string }>(
    (resolve, reject) => {
      const sent = request(origin + path, { method, headers, agent: agent ?? new Agent() }, (answer) => {
        answer.on("error", reject);
        const { statusCode: status, headers: received } = answer;
        const id = String(received["x-request-id"]);
        answer.on("end", () => resolve({ status, headers: received, id })).resume();
      });
      sent.on("error", reject);
      // If a worker is killed while it receives a connection, that connection gets no response.
      sent.setTimeout(silence, () => sent.destroy(new Error("Nobody answers.")));
      sent.end(body);
    },
  );
}

interface Line {
  requestId?: string;
  msg?: string;
  pid?: number;
  worker?: number;
}
/** The lines that a server has logged so far. */
export const logged = ({ lines }: TestServer): Line[] =>
  lines.flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as Line] : []));
/** The id of the process that answered a request. */
export const pidOf = (server: TestServer, id: string): Promise<number> =>
  vi.waitFor(
    () => logged(server).find((line) => line.requestId === id)?.pid ?? Promise.reject(new Error(id)),
    WAIT_OPTIONS,
  );

/** Sends requests until this number of processes has answered. @returns their ids */
export async function pids(server: TestServer, count: number, but: number[] = []): Promise<number[]> {
  const found = new Set<number>();
  await vi.waitFor(async () => {
    const { id } = await send(server, "/healthz", { silence: SHORT_SILENCE });
    const pid = await pidOf(server, id);
    if (!but.includes(pid)) found.add(pid);
    expect(found.size).toBe(count);
  }, WAIT_OPTIONS);
  return [...found];
}
/** Whether a process with this id exists. */
export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
