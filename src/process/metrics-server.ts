import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createMetrics, type MetricsOptions } from "../api/metrics.ts";
import { Hono } from "hono";

/**
 * Serves /metrics on a port of its own, on loopback only. Cluster workers share the port.
 * @returns a function that closes the port
 * @throws EADDRINUSE
 */
export async function serveMetrics(port: number, options: MetricsOptions): Promise<() => Promise<void>> {
  const app = new Hono().route("/metrics", createMetrics(options));
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
}
