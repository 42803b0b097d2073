import { Agent, request } from "node:http";

/** The address of the attacker. */
export const ATTACKER = "203.0.113.1";
/** How long the attacker waits for a response, in ms. */
const TIMEOUT = 90_000;

/** A request that is sent many times. */
export interface Prepared {
  method: string;
  /** The path and query. */
  path: string;
  headers: Record<string, string>;
  body?: Uint8Array | undefined;
}

/** How many responses had each status; "none" is a request without a response. */
export type Statuses = Record<string, number>;

/**
 * Sends equal requests at the same time, each on its own connection.
 * @returns the number of responses by status, and the longest time until one of them, in ms
 */
export async function sendAtOnce(
  origin: string,
  prepared: Prepared,
  count: number,
): Promise<{ statuses: Statuses; slowest: number }> {
  const agent = new Agent({ maxSockets: count });
  const start = performance.now();
  const found = await Promise.all(Array.from({ length: count }, () => send(origin, prepared, agent)));
  const slowest = performance.now() - start;
  agent.destroy();
  return { statuses: counted(found), slowest };
}

/** Counts equal texts, the most frequent first. */
export function counted(found: readonly string[]): Statuses {
  const counts: Statuses = {};
  for (const one of found) counts[one] = (counts[one] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort(([, a], [, b]) => b - a));
}

/** Sends a request. @returns its status, or "none" */
export function send(
  origin: string,
  { method, path, headers, body }: Prepared,
  agent?: Agent,
): Promise<string> {
  return new Promise((resolve) => {
    const fields = {
      origin,
      "x-forwarded-for": ATTACKER,
      ...headers,
      ...(method === "GET" ? {} : { "content-length": String(body?.length ?? 0) }),
    };
    const asked = request(origin + path, { method, agent, headers: fields, timeout: TIMEOUT }, (response) => {
      const end = () => resolve(String(response.statusCode));
      response.on("error", end).on("end", end).resume();
    });
    asked
      .on("timeout", () => asked.destroy())
      .on("error", () => resolve("none"))
      .end(body);
  });
}

/** A JSON request. */
export function jsonRequest(method: string, path: string, cookie: string, body: unknown): Prepared {
  const headers = { "content-type": "application/json", ...(cookie ? { cookie } : {}) };
  return { method, path, headers, body: Buffer.from(JSON.stringify(body)) };
}

/** A form, as a page sends it. */
export function formRequest(path: string, cookie: string, fields: Record<string, string>): Prepared {
  const headers = { "content-type": "application/x-www-form-urlencoded", ...(cookie ? { cookie } : {}) };
  return { method: "POST", path, headers, body: Buffer.from(new URLSearchParams(fields).toString()) };
}
