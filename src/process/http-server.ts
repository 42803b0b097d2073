import { createServer, type RequestListener, type Server } from "node:http";
import { PACE } from "../api/platform/bodies/paced-body.ts";
import { beforeHead } from "../api/platform/before-head.ts";

/** The time limits for a client, in ms. */
export interface HttpTimeouts {
  /** The time for the request headers. Node's default is a minute. */
  headers: number;
  /** The time for an idle connection between two requests. */
  keepAlive: number;
  /**
   * The longest pause while sending a response, so that a client that stops reading can't hold the connection
   * forever.
   */
  silence: number;
  /** How often the server checks the limits of headers and requests. */
  check: number;
}

const TIMEOUTS: HttpTimeouts = { headers: 8_000, keepAlive: 5_000, silence: 120_000, check: 2_000 };

/** How often `listen` reports an error, in ms. */
const REPORT = 60_000;

/**
 * An HTTP server that slow clients can't block. `pacedBody` limits the time of a body, so Node's own limit
 * for a request is higher.
 */
export function createHttpServer(listener: RequestListener, timeouts: HttpTimeouts = TIMEOUTS): Server {
  const server = createServer(
    {
      headersTimeout: timeouts.headers,
      requestTimeout: PACE.longest + 60_000,
      keepAliveTimeout: timeouts.keepAlive,
      connectionsCheckingInterval: timeouts.check,
    },
    listener,
  );
  // The socket is also idle while a request waits for the server, so this timeout starts with the response.
  // After the response, Node sets its own timeout.
  server.prependListener("request", ({ socket }, response) => {
    beforeHead(response, () => socket.setTimeout(timeouts.silence));
  });
  return server;
}

/**
 * Lets a server accept connections. A later error, such as too many open files, only loses a connection: the
 * process must not end, and the log must not grow with each lost connection.
 * @param onError receives one error a minute at most
 * @throws EADDRINUSE
 */
export async function listen(
  server: Server,
  port: number,
  host: string,
  onError: (error: Error) => void,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  let reported = -Infinity;
  server.on("error", (error) => {
    const now = performance.now();
    if (now - reported < REPORT) return;
    reported = now;
    onError(error);
  });
}
