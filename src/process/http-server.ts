import { createServer, type RequestListener, type Server } from "node:http";
import { PACE } from "../api/bodies/paced-body.ts";
import { beforeHead } from "../api/before-head.ts";

/** How long a client may take, in ms. */
export interface HttpTimeouts {
  /** For its headers; Node's default is a minute. */
  headers: number;
  /** Between two requests. */
  keepAlive: number;
  /** Without a byte of an answer that has begun, so that a client who stops reading does not hold it forever. */
  silence: number;
  /** How often the server checks headers and requests. */
  check: number;
}

const TIMEOUTS: HttpTimeouts = { headers: 8_000, keepAlive: 5_000, silence: 120_000, check: 2_000 };

/**
 * An HTTP server that slow clients can't occupy. `pacedBody` bounds the time of a body, so Node's own limit on requests
 * comes last.
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
  // The socket is also silent while a request waits for us. Once the answer is out, Node sets another timeout.
  server.prependListener("request", ({ socket }, response) => {
    beforeHead(response, () => socket.setTimeout(timeouts.silence));
  });
  return server;
}
