import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createMetrics, type MetricsOptions } from "../api/operations/metrics.ts";
import { Hono } from "hono";
import { listen } from "./http-server.ts";

/**
 * Serves /metrics on a port of its own, on loopback only. Cluster workers share the port.
 * @param onError see `listen`
 * @returns a function that closes the port
 * @throws EADDRINUSE
 */
export async function serveMetrics(
  port: number,
  options: MetricsOptions,
  onError: (error: Error) => void,
): Promise<() => Promise<void>> {
  const app = new Hono().route("/metrics", createMetrics(options));
  const server = createServer(getRequestListener(app.fetch));
  await listen(server, port, "127.0.0.1", onError);
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
}
