import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { driveLink, unique } from "../../../../tests/support/archive/factories.ts";
import {
  confirmationPage,
  type DriveSite,
  startDriveSite,
} from "../../../../tests/support/archive/drive-site.ts";
import { createReadDrive, type ReadDriveOptions } from "./read-drive.ts";

const never = () => new AbortController().signal;
const LIMIT = 10_000;
const BYTES = Buffer.from("%PDF-1.7 a paper");

let site: DriveSite;
let id: string;
let link: string;
beforeAll(async () => {
  site = await startDriveSite();
});
afterAll(() => site.close());
beforeEach(() => {
  link = driveLink(unique());
  id = link.slice(32, 65);
  for (const list of [site.asked, site.resolved, site.connected]) list.length = 0;
  site.addresses.clear();
});

const read = (options: ReadDriveOptions = {}, signal = never()) =>
  createReadDrive({ ...site.options, ...options })(link, LIMIT, signal);

describe("bodies that misbehave", () => {
  test("the reader refuses a file whose length is above the limit without reading it", async () => {
    let sent = 0;
    site.on(id, (_request, response) => {
      response.writeHead(200, { "content-type": "application/pdf", "content-length": String(LIMIT + 1) });
      response.on("close", () => (sent = response.socket?.bytesWritten ?? 0));
      response.flushHeaders();
    });
    expect(await read()).toEqual({ problem: "file_too_large" });
    expect(sent).toBeLessThan(LIMIT);
  });

  test("the reader stops an endless body at the limit", async () => {
    const closed = Promise.withResolvers<void>();
    site.on(id, (_request, response) => {
      response.writeHead(200, { "content-type": "application/pdf" });
      const more = () => {
        while (response.write("x".repeat(1_000)));
      };
      response.on("drain", more).on("close", closed.resolve);
      more();
    });
    expect(await read()).toEqual({ problem: "file_too_large" });
    await closed.promise;
  });

  test("the reader accepts a file of exactly the limit", async () => {
    site.serve(id, Buffer.alloc(LIMIT));
    expect(await read()).toMatchObject({ bytes: Buffer.alloc(LIMIT) });
  });

  test("the reader refuses a body that is shorter than its length", async () => {
    site.on(id, (_request, response) => {
      response.writeHead(200, { "content-type": "application/pdf", "content-length": "1000" });
      response.write(BYTES, () => response.destroy());
    });
    expect(await read()).toEqual({ problem: "unreachable" });
  });

  test("the reader takes only the promised bytes of a body that is longer than its length", async () => {
    site.on(id, (_request, response) => {
      response.socket?.end(
        "HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\ncontent-length: 4\r\n\r\n%PDF and much more",
      );
    });
    expect(await read()).toEqual({ bytes: Buffer.from("%PDF") });
  });

  /** Sends these bytes instead of a response of Node, and then ends the connection or leaves it open. */
  const sendRaw = (head: string, body = "", isOver = true) =>
    site.on(id, ({ socket }) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\n${head}\r\n${body}`);
      if (isOver) socket.end();
    });
  const CHUNKED = "transfer-encoding: chunked\r\n";

  test("the reader accepts a body in chunks that ends with the last chunk", async () => {
    sendRaw(CHUNKED, "4\r\n%PDF\r\n3\r\n-1.\r\n0\r\n\r\n");
    expect(await read()).toEqual({ bytes: Buffer.from("%PDF-1.") });
  });

  test.each([
    ["cut within the head", "content-len", ""],
    ["cut before its first byte", "content-length: 7\r\n", ""],
    ["cut within its length", "content-length: 7\r\n", "%PDF"],
    ["cut within a chunk", CHUNKED, "7\r\n%PDF"],
    ["cut within the size of a chunk", CHUNKED, "4\r\n%PDF\r\n1"],
    ["cut between two chunks", CHUNKED, "4\r\n%PDF\r\n"],
    ["cut before the end of the last chunk", CHUNKED, "4\r\n%PDF\r\n0\r\n"],
    ["ended only by its connection", "", "%PDF-1.7 a whole paper, or not"],
    ["coded and ended only by its connection", "transfer-encoding: gzip\r\n", "%PDF"],
    ["coded within its chunks", "transfer-encoding: gzip, chunked\r\n", "4\r\n%PDF\r\n0\r\n\r\n"],
    ["with a length and chunks", `content-length: 4\r\n${CHUNKED}`, "4\r\n%PDF\r\n0\r\n\r\n"],
    ["with two lengths", "content-length: 4\r\ncontent-length: 5\r\n", "%PDF-"],
    ["with a length that is no number", "content-length: 4x\r\n", "%PDF"],
    ["with a chunk whose size is no number", CHUNKED, "x\r\n%PDF\r\n0\r\n\r\n"],
  ])("the reader refuses a body that is %s", async (_how, head, body) => {
    sendRaw(head, body);
    expect(await read()).toEqual({ problem: "unreachable" });
  });

  test.each([
    ["a length", "content-length: 4000\r\n", "%PDF"],
    ["chunks", CHUNKED, "4\r\n%PDF\r\n"],
    ["neither", "", "%PDF"],
  ])("our own time limit never completes a body with %s", async (_how, head, body) => {
    sendRaw(head, body, false);
    expect(await read({ totalLimit: 100 })).toEqual({
      problem: head === "" ? "unreachable" : "too_slow",
    });
  });

  test("the reader refuses a confirmation page that only its connection ends", async () => {
    site.on(id, ({ socket }) => {
      socket.end(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n${confirmationPage(id)}`);
    });
    expect(await read()).toEqual({ problem: "unreachable" });
  });

  test("the reader refuses a compressed body, although it asked for a plain one", async () => {
    site.serve(id, BYTES, { "content-encoding": "gzip" });
    expect(await read()).toEqual({ problem: "not_a_file" });
  });

  test("the reader gives up on a connection that sends nothing", async () => {
    site.on(id, () => {});
    expect(await read({ idleLimit: 50 })).toEqual({ problem: "too_slow" });
    site.on(id, (_request, response) => {
      response.writeHead(200, { "content-type": "application/pdf" }).write("%PDF");
    });
    expect(await read({ idleLimit: 50 })).toEqual({ problem: "too_slow" });
  });

  test("the reader gives up on a slow drip", async () => {
    const closed = Promise.withResolvers<void>();
    site.on(id, (_request, response) => {
      response.writeHead(200, { "content-type": "application/pdf" });
      const drip = setInterval(() => response.write("x"), 5);
      response.on("close", () => {
        clearInterval(drip);
        closed.resolve();
      });
    });
    expect(await read({ idleLimit: 1_000, totalLimit: 200 })).toEqual({ problem: "too_slow" });
    await closed.promise;
  });

  test("the reader stops at once when the job runner stops", async () => {
    const control = new AbortController();
    site.on(id, (_request, response) => {
      response.writeHead(200, { "content-type": "application/pdf" }).write("%PDF");
      response.on("close", () => {});
      control.abort();
    });
    await expect(read({}, control.signal)).rejects.toMatchObject({ name: "AbortError" });
  });
});
