import { once } from "node:events";
import type { RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createHttpServer, type HttpTimeouts, listen } from "./http-server.ts";

const LONG = 60_000;
const PATIENT: HttpTimeouts = { headers: LONG, keepAlive: LONG, silence: LONG, check: 10 };
/** The size of a response that fills all buffers between a server and its client, in bytes. */
const LARGE = 50_000_000;

let end = () => {};
afterEach(() => end());

/**
 * Sends `text` to a server with these time limits. `cutOff` resolves when the server has closed the
 * connection.
 */
async function client(
  timeouts: Partial<HttpTimeouts>,
  text: string,
  listener: RequestListener = (_request, response) => response.end(Buffer.alloc(LARGE)),
): Promise<{ socket: Socket; cutOff: Promise<string> }> {
  const server = createHttpServer(listener, { ...PATIENT, ...timeouts });
  const cutOff = new Promise<string>((resolve) => {
    server.once("connection", (connection) => connection.once("close", () => resolve("cut off")));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as { port: number }).port, "127.0.0.1");
  end = () => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  };
  await once(socket, "connect");
  socket.on("error", () => {}).write(text);
  return { socket, cutOff };
}

test("the server cuts off a client that stops reading the response", async () => {
  const { socket, cutOff } = await client({ silence: 200 }, "GET / HTTP/1.1\r\nhost: a\r\n\r\n");
  // The client reads nothing until the server ends the connection.
  expect(await cutOff).toBe("cut off");
  let came = 0;
  socket.on("data", (chunk) => (came += chunk.length));
  await once(socket, "close");
  expect(came).toBeLessThan(LARGE);
});

test("the time that the server needs for a response doesn't count as the client's silence", async () => {
  const silence = 50;
  const slow: RequestListener = (_request, response) => setTimeout(() => response.end("done"), 4 * silence);
  const request = "GET / HTTP/1.1\r\nhost: a\r\n\r\n";
  const { socket } = await client({ silence }, request, slow);
  for (const next of [request, ""]) {
    const [chunk] = await once(socket, "data");
    expect(String(chunk)).toContain("200 OK");
    socket.write(next);
  }
});

test("the server cuts off a client that does not send its headers", async () => {
  const { cutOff } = await client({ headers: 50 }, "GET / HTTP/1.1\r\nhost: a\r\n");
  expect(await cutOff).toBe("cut off");
});

test("the server closes a connection if no second request arrives", async () => {
  const { socket, cutOff } = await client({ keepAlive: 50 }, "HEAD / HTTP/1.1\r\nhost: a\r\n\r\n");
  socket.resume();
  expect(await cutOff).toBe("cut off");
});

test("a connection that can't be accepted doesn't end the server, and is reported once a minute", async () => {
  const server = createHttpServer((_request, response) => response.end("here"), PATIENT);
  const reports: Error[] = [];
  await listen(server, 0, "127.0.0.1", (error) => reports.push(error));
  end = () => server.close();
  const error = Object.assign(new Error("accept EMFILE"), { code: "EMFILE" });
  for (let count = 0; count < 3; count += 1) server.emit("error", error);
  expect(reports).toEqual([error]);
  const { port } = server.address() as { port: number };
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: "close" } });
  expect(await response.text()).toBe("here");
});

test("a server whose port is in use doesn't start", async () => {
  const first = createHttpServer(() => {}, PATIENT);
  const fail = (error: Error) => expect.unreachable(error.message);
  await listen(first, 0, "127.0.0.1", fail);
  end = () => first.close();
  const { port } = first.address() as { port: number };
  const second = createHttpServer(() => {}, PATIENT);
  await expect(listen(second, port, "127.0.0.1", fail)).rejects.toMatchObject({ code: "EADDRINUSE" });
});
