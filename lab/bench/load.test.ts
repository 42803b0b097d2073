import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { readLoad } from "./load.ts";

test("a server that answers nothing fails its case of the benchmark", async () => {
  const server = createServer(() => {}).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const figures = await readLoad(origin, () => "/", { from: 0, seconds: 1, pid: process.pid });
  expect(figures.perSecond).toBe(0);
  expect(figures.failed).toBeGreaterThan(0);
  server.closeAllConnections();
  server.close();
});
