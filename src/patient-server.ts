import { createServer, type RequestListener, type Server } from "node:http";
import { PACE } from "./api/bodies/paced-body.ts";

/** How long a client may take, in ms. */
export interface Patience {
  /** For its headers; Node's defaults hold slow ones. */
  headers: number;
  /** Between two requests. */
  idle: number;
  /** Without a byte in either direction, so that a client who stops reading an answer does not hold it for ever. */
  silent: number;
  /** How often headers and requests are checked. */
  check: number;
}

const PATIENCE: Patience = { headers: 8_000, idle: 5_000, silent: 120_000, check: 2_000 };

/**
 * An HTTP server that slow clients can't occupy. How slowly a body may come is decided where it is read
 * (src/api/bodies/paced-body.ts), so that Node's own limit of a request comes last.
 */
export function createPatientServer(listener: RequestListener, patience: Patience = PATIENCE): Server {
  const server = createServer(
    {
      headersTimeout: patience.headers,
      requestTimeout: PACE.longest + 60_000,
      keepAliveTimeout: patience.idle,
      connectionsCheckingInterval: patience.check,
    },
    listener,
  );
  server.timeout = patience.silent;
  return server;
}
