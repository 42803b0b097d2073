import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, createServer as createTcpServer, type Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Upload } from "tus-js-client";
import { describe, expect, test } from "vitest";
import { openTestArchive } from "../support/platform/archive.ts";
import { openSite } from "../support/api/site.ts";
import { tinyPdf } from "../support/files/tiny-pdf.ts";

describe("a file of 20 MB", () => {
  /**
   * A proxy that breaks each connection after a number of bytes.
   * @param limits the number of bytes for each connection, in their order
   */
  async function fragile(target: number, limits: number[]) {
    const sockets = new Set<Socket>();
    let broken = 0;
    let sent = 0;
    const proxy = createTcpServer((client) => {
      const upstream = connect(target, "127.0.0.1");
      let passed = 0;
      for (const socket of [client, upstream]) {
        sockets.add(socket);
        socket.on("error", () => {}).on("close", () => [client, upstream].forEach((one) => one.destroy()));
      }
      upstream.pipe(client);
      client.on("data", (chunk: Buffer) => {
        passed += chunk.length;
        sent += chunk.length;
        const limit = limits[broken];
        if (limit !== undefined && passed > limit) {
          broken += 1;
          client.destroy();
        } else if (!upstream.write(chunk)) {
          client.pause();
          upstream.once("drain", () => client.resume());
        }
      });
    }).listen(0, "127.0.0.1");
    await once(proxy, "listening");
    return {
      port: (proxy.address() as { port: number }).port,
      broken: () => broken,
      sent: () => sent,
      close: () => {
        for (const socket of sockets) socket.destroy();
        proxy.close();
      },
    };
  }

  test("arrives over a connection that breaks three times, without starting again", async () => {
    const archive = await openTestArchive("sqlite");
    const site = openSite(archive);
    const { cookie } = await archive.signUp("Student");
    const server: Server = createServer(getRequestListener(site.app.fetch)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const proxy = await fragile((server.address() as { port: number }).port, [4e6, 6e6, 3e6]);
    const bytes = tinyPdf([{ content: `%${"x".repeat(20_000_000)}` }]);
    const result = await new Promise<{ body: string; retries: number }>((resolve, reject) => {
      let retries = 0;
      const upload = new Upload(bytes, {
        endpoint: `http://127.0.0.1:${proxy.port}/uploads`,
        headers: { cookie },
        metadata: { filename: "big.pdf" },
        retryDelays: [0, 0, 0, 0, 0],
        onShouldRetry: () => Boolean((retries += 1)),
        onError: reject,
        onSuccess: ({ lastResponse }) => resolve({ body: lastResponse.getBody(), retries }),
      });
      upload.start();
    });
    expect(proxy.broken()).toBe(3);
    expect(JSON.parse(result.body)).toMatchObject({ size: bytes.length, type: "application/pdf" });
    // Only the part in progress is sent again after a broken connection.
    expect(proxy.sent()).toBeLessThan(21_500_000);
    proxy.close();
    server.closeAllConnections();
    server.close();
    await archive.close();
  });
});
