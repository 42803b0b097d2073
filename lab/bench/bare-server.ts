/**
 * The server for comparison: bare `node:http`. It responds with the bytes and headers of the last message,
 * and has as many workers as the measured server. Like the product, it is a separate program. It reports its
 * port, and confirms each new message. Usage: bare-server.ts WORKERS, with an IPC channel.
 */
import cluster from "node:cluster";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface BareResponse {
  headers: Record<string, string>;
  /** The body in base64. */
  body: string;
}

const send = (word: number | "ready") => process.send?.(word);

function serve(): void {
  let body: Buffer = Buffer.alloc(0);
  let headers: Record<string, string> = {};
  process.on("message", (answer: BareResponse) => {
    body = Buffer.from(answer.body, "base64");
    headers = { ...answer.headers, "content-length": String(body.length) };
    send("ready");
  });
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(body);
  });
  server.listen(0, "127.0.0.1", () => send((server.address() as AddressInfo).port));
}

/** Workers that listen on port 0 share one port. */
async function lead(count: number): Promise<void> {
  const workers = Array.from({ length: count }, () => cluster.fork());
  const heard = () =>
    Promise.all(workers.map(async (worker) => (await once(worker, "message"))[0] as number));
  const [port = 0] = await heard();
  process.on("message", (answer: BareResponse) => {
    void heard().then(() => send("ready"));
    for (const worker of workers) worker.send(answer);
  });
  send(port);
}

const count = Number(process.argv[2] ?? 1);
if (cluster.isPrimary && count > 1) await lead(count);
else serve();
process.on("SIGTERM", () => process.exit(0));
