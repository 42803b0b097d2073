import { once } from "node:events";
import { createServer, request, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { withMeasurements } from "./measured.ts";

interface Facts {
  route: string;
  method: string;
  status: number | undefined;
  ms: number;
}

/** A measured server, and what it counted. */
async function open(listener: RequestListener) {
  const counted: Facts[] = [];
  const options = { routeOf: (path: string) => `<${path}>`, request: (facts: Facts) => counted.push(facts) };
  const server = createServer(withMeasurements(options, listener)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { counted, port, close };
}

it("counts a request with the route of its path, without its query", async () => {
  const { counted, port, close } = await open((_request, response) => response.writeHead(404).end("gone"));
  await (await fetch(`http://127.0.0.1:${port}/a/b?c=d`, { method: "POST" })).text();
  await expect
    .poll(() => counted)
    .toEqual([{ route: "</a/b>", method: "POST", status: 404, ms: expect.any(Number) }]);
  await close();
});

it("counts a request whose client leaves before the response", async () => {
  const arrived = Promise.withResolvers<void>();
  const { counted, port, close } = await open(() => arrived.resolve());
  const sent = request({ port, host: "127.0.0.1", path: "/slow" }).on("error", () => {});
  sent.end();
  await arrived.promise;
  sent.destroy();
  await expect.poll(() => counted.map(({ status }) => status)).toEqual([undefined]);
  await close();
});
