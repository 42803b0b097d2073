/** A worker thread that sends many bodies slowly, until it gets a message. */
import { connect, type Socket } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

export interface SlowSendersOptions {
  origin: string;
  /** The client address that all senders share. */
  address: string;
  /** The session cookie of some of the senders. */
  cookie: string;
  count: number;
}

/**
 * The most bytes that each sender sends at the start, and then every second: nearly everything, then almost
 * nothing.
 */
const BEGINNING = 2_800_000;
const TRICKLE = 10;
/** How many bytes each sender does not send at first, so that no body is complete. */
const KEPT_BACK = 10_000;
/** How many senders begin together, and the pause until the next ones, in ms. */
const CONCURRENCY = 5;
const PAUSE = 100;

const { origin, address, cookie, count } = workerData as SlowSendersOptions;
const { hostname, port } = new URL(origin);
const MULTIPART = "multipart/form-data; boundary=b";
const kinds = [
  { path: "/contact", type: "application/x-www-form-urlencoded", size: 250_000, session: "" },
  { path: "/contact", type: MULTIPART, size: 1_000_000, session: "" },
  { path: "/api/postBlogs", type: "application/json", size: 2_900_000, session: "" },
  { path: "/api/postBlogs", type: "application/json", size: 2_900_000, session: cookie },
  { path: "/dashboard/add-notes", type: MULTIPART, size: 25_000_000, session: cookie },
];
/** Unfinished beginnings: a part of a form, and a JSON text. */
const beginnings: Record<string, string> = {
  [MULTIPART]: '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n',
  "application/json": '{"a":"',
};
const block = Buffer.alloc(BEGINNING, "a");
const sockets = new Set<Socket>();
let begun = 0;

function begin(): void {
  const { path, type, size, session } = kinds[begun % kinds.length] as (typeof kinds)[number];
  begun += 1;
  const socket = connect(Number(port), hostname);
  sockets.add(socket);
  socket
    .on("error", () => {})
    .on("close", () => sockets.delete(socket))
    .resume();
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    `origin: ${origin}`,
    `x-forwarded-for: ${address}`,
    `content-type: ${type}`,
    `content-length: ${size}`,
    `cookie: ${session}`,
  ].join("\r\n");
  socket.write(`${head}\r\n\r\n${beginnings[type] ?? "a="}`);
  socket.write(block.subarray(0, size - KEPT_BACK));
}

const beginning = setInterval(() => {
  for (let index = 0; index < CONCURRENCY && begun < count; index += 1) begin();
}, PAUSE);
const trickle = setInterval(() => {
  for (const socket of sockets) socket.write(block.subarray(0, TRICKLE));
}, 1_000);

parentPort?.once("message", () => {
  clearInterval(beginning);
  clearInterval(trickle);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(sockets.size);
  for (const socket of sockets) socket.destroy();
});
