import { fork } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { join } from "node:path";
import type { BareResponse } from "./bare-server.ts";

export interface BareServer {
  origin: string;
  pid: number;
  /** Makes the server respond with the bytes of this address. @param cookie of the person who reads it */
  mimic(address: string, cookie?: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the server for comparison: see `bare-server.ts`. */
export async function startBare(workers: number): Promise<BareServer> {
  const child = fork(join(import.meta.dirname, "bare-server.ts"), [String(workers)]);
  const [port] = (await once(child, "message")) as [number];
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid as number,
    async mimic(address, cookie) {
      const [bytes, headers] = await bytesOf(address, cookie);
      const ready = once(child, "message");
      child.send({ headers, body: bytes.toString("base64") } satisfies BareResponse);
      await ready;
    },
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** The compressed bytes of a response; `fetch` would decompress them. */
function bytesOf(address: string, cookie?: string): Promise<[Buffer, Record<string, string>]> {
  return new Promise((resolve, reject) => {
    const headers = { "accept-encoding": "gzip", ...(cookie === undefined ? {} : { cookie }) };
    get(address, { headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => {
        const kept = ["content-type", "content-encoding"].flatMap((name) => {
          const value = answer.headers[name];
          return typeof value === "string" ? [[name, value]] : [];
        });
        resolve([Buffer.concat(parts), Object.fromEntries(kept) as Record<string, string>]);
      });
    }).on("error", reject);
  });
}
