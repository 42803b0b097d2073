import { Hono } from "hono";
import type { Health } from "../../server/operations/index.ts";
import { messagesIn } from "../../shared/messages/index.ts";

const { operations } = messagesIn("en");

/**
 * `/healthz` succeeds while the process runs. `/readyz` succeeds while the server can handle requests, and
 * names every problem on a line of its own, also those with which it still handles requests.
 */
export function createHealthPaths(health: () => Promise<Health>): Hono {
  const app = new Hono();
  app.get("/healthz", (c) => c.text("ok", 200, { "cache-control": "no-store" }));
  app.get("/readyz", async (c) => {
    const { isReady, problems } = await health();
    const lines = problems.map(({ name }) => `${name}: ${operations.problems[name]}`);
    const text = [isReady ? "ready" : "not ready", ...lines].join("\n");
    return c.text(text, isReady ? 200 : 503, { "cache-control": "no-store" });
  });
  return app;
}
