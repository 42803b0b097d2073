import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import { connect, createServer as createTlsServer, type TLSSocket } from "node:tls";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { refusedSpellings } from "../../../../tests/support/archive/link-spellings.ts";
import { privateAddresses, publicAddresses } from "../../../../tests/support/platform/private-targets.ts";
import { selfSigned } from "../../../../tests/support/process/tls-proxy.ts";
import { createProbe, type LinkState } from "./probe.ts";
import { isPublicAddress } from "./public-address.ts";

const HOST = "files.example.edu";
const PUBLIC = "93.184.215.14";
const certificate = selfSigned([HOST, "other.example.edu", "drive.google.com"]);

let server: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
/**
 * The requests that reached the server, the names that the probe looked up, and the addresses that it
 * connected to.
 */
let seen: { asked: string[]; resolved: string[]; connected: string[] };

beforeAll(async () => {
  server = createServer(certificate, (request, response) => {
    seen.asked.push(`${request.method} ${request.headers.host}${request.url}`);
    answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});
beforeEach(() => {
  seen = { asked: [], resolved: [], connected: [] };
  answer = (_request, response) => response.end();
});

/**
 * Creates a probe that connects to the test server, whatever the address.
 * @param addresses the results of the name lookups, in order
 */
function probing(...addresses: string[][]) {
  const left = [...addresses];
  return createProbe({
    resolve: async (host) => {
      seen.resolved.push(host);
      return left.shift() ?? [PUBLIC];
    },
    connect: (address, servername) => {
      seen.connected.push(address);
      const { port } = server.address() as { port: number };
      return connect({ host: "127.0.0.1", port, servername, ca: certificate.cert });
    },
  });
}

const never = () => new AbortController().signal;
const status = (code: number, location?: string) => (_request: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(code, location === undefined ? {} : { location }).end();

describe("private addresses", () => {
  test("the list of private addresses has at least 120 entries, all different", () => {
    expect(new Set(privateAddresses).size).toBeGreaterThanOrEqual(120);
  });

  test.each(privateAddresses)(
    "the probe does not connect to %s, even if the name also has a public address",
    async (address) => {
      expect(isPublicAddress(address)).toBe(false);
      for (const found of [[address], [PUBLIC, address], [address, PUBLIC]])
        expect(await probing(found)(`https://${HOST}/a`, never())).toBe("unsure");
      expect(seen.connected).toEqual([]);
      expect(seen.asked).toEqual([]);
    },
  );
});

test.each(publicAddresses)("%s is a public address", (address) =>
  expect(isPublicAddress(address)).toBe(true),
);

test.each(refusedSpellings.filter(([, problem]) => problem !== "driveWithoutFile"))(
  "the probe does not look up the host of %j",
  async (link) => {
    expect(await probing()(link, never())).toBe("unsure");
    expect(seen).toEqual({ asked: [], resolved: [], connected: [] });
  },
);

describe("DNS rebinding: a name with a public address at first and a private address later", () => {
  test("the probe looks the name up once and connects to the checked address", async () => {
    expect(await probing([PUBLIC], ["127.0.0.1"])(`https://${HOST}/a`, never())).toBe("something");
    expect(seen.resolved).toEqual([HOST]);
    expect(seen.connected).toEqual([PUBLIC]);
    expect(seen.asked).toEqual([`HEAD ${HOST}/a`]);
  });

  test("the probe checks the name again after a redirect, and does not follow it to a private address", async () => {
    answer = status(302, "/b");
    expect(await probing([PUBLIC], ["127.0.0.1"])(`https://${HOST}/a`, never())).toBe("unsure");
    expect(seen.resolved).toEqual([HOST, HOST]);
    expect(seen.connected).toEqual([PUBLIC]);
  });
});

describe("the result of a check", () => {
  test.each<[number, LinkState]>([
    [200, "something"],
    [206, "something"],
    [304, "unsure"],
    [401, "unsure"],
    [404, "nothing"],
    [410, "nothing"],
    [429, "unsure"],
    [500, "unsure"],
    [503, "unsure"],
  ])("a status of %i gives the result %s", async (code, found) => {
    answer = status(code);
    expect(await probing()(`https://${HOST}/a`, never())).toBe(found);
  });

  test("a site that refuses HEAD gets a GET, and the probe does not read the body", async () => {
    answer = ({ method }, response) => {
      if (method === "HEAD") return void response.writeHead(405).end();
      response.writeHead(200, { "content-length": 1e9 }).write("the beginning of much");
    };
    expect(await probing()(`https://${HOST}/a`, never())).toBe("something");
    expect(seen.asked).toEqual([`HEAD ${HOST}/a`, `GET ${HOST}/a`]);
  });

  test("a link is broken if its host is unknown or Google requires a login", async () => {
    const gone = Object.assign(new Error("no such host"), { code: "ENOTFOUND" });
    const lost = createProbe({ resolve: () => Promise.reject(gone) });
    expect(await lost(`https://${HOST}/a`, never())).toBe("nothing");
    answer = status(302, "https://accounts.google.com/ServiceLogin?continue=x");
    const file = "https://drive.google.com/file/d/1AbCdEfGhIjKlMnOpQrStUvWxYz012345/view";
    expect(await probing()(file, never())).toBe("nothing");
    expect(seen.connected).toHaveLength(1);
  });
});

describe("redirects", () => {
  test("the probe does not follow a redirect to Google Drive without https", async () => {
    answer = status(302, "http://drive.google.com/");
    expect(await probing()(`https://${HOST}/a`, never())).toBe("unsure");
    expect(seen.resolved).toEqual([HOST]);
  });

  test("the probe follows at most three redirects", async () => {
    answer = (request, response) => {
      const step = Number(request.url?.slice(1));
      status(step === 0 ? 200 : 302, `https://other.example.edu/${step - 1}`)(request, response);
    };
    expect(await probing()(`https://${HOST}/3`, never())).toBe("something");
    expect(seen.asked.at(-1)).toBe("HEAD other.example.edu/0");
    seen.asked = [];
    expect(await probing()(`https://${HOST}/4`, never())).toBe("unsure");
    expect(seen.asked).toHaveLength(4);
  });

  test.each([
    "http://other.example.edu/",
    "https://other.example.edu:8443/",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://2130706433/",
    "https://localhost/",
    "https://me:secret@other.example.edu/",
    "//169.254.169.254/latest/meta-data",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https://",
  ])("the probe does not follow a redirect to %s", async (location) => {
    answer = status(302, location);
    expect(await probing()(`https://${HOST}/a`, never())).toBe("unsure");
    expect(seen.connected).toEqual([PUBLIC]);
  });
});

describe("a response that is slow, endless or invalid", () => {
  test("the check stops when its signal aborts while the site is silent", async () => {
    const control = new AbortController();
    answer = () => control.abort();
    await expect(probing()(`https://${HOST}/a`, control.signal)).rejects.toMatchObject({
      name: "AbortError",
    });
  });

  test("the check fails if the headers are too long or the certificate is for a different host", async () => {
    answer = (_request, response) => void response.writeHead(200, { long: "x".repeat(20_000) }).end();
    await expect(probing()(`https://${HOST}/a`, never())).rejects.toMatchObject({
      code: "HPE_HEADER_OVERFLOW",
    });
    await expect(probing()("https://third.example.edu/", never())).rejects.toMatchObject({
      code: "ERR_TLS_CERT_ALTNAME_INVALID",
    });
  });

  test("the check stops when its signal aborts while headers arrive byte by byte, and closes the connection", async () => {
    const control = new AbortController();
    const site = startRawSite((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nslow: ");
      const drip = setInterval(() => {
        socket.write("x");
        if (socket.bytesWritten > 40) control.abort();
      }, 1);
      socket.once("close", () => clearInterval(drip));
    });
    await expect(site.probe(control.signal)).rejects.toMatchObject({ name: "AbortError" });
    await site.closed;
  });

  test("the check gives up on a site that sends endless 103 Early Hints", async () => {
    const hint = "HTTP/1.1 103 Early Hints\r\nlink: </style.css>; rel=preload\r\n\r\n";
    const site = startRawSite((socket) => pour(socket, hint.repeat(100)));
    await expect(site.probe()).rejects.toThrow("too many 1xx responses");
    await site.closed;
  });

  test("the check accepts a response after a few early hints", async () => {
    answer = (_request, response) => {
      for (let hint = 0; hint < 5; hint += 1) response.writeEarlyHints({ link: "</a.css>; rel=preload" });
      response.end();
    };
    expect(await probing()(`https://${HOST}/a`, never())).toBe("something");
  });

  test("the check gives up after 64 kB of early hints", async () => {
    const hint = `HTTP/1.1 103 Early Hints\r\nlong: ${"x".repeat(15_000)}\r\n\r\n`;
    const site = startRawSite((socket) => socket.write(hint.repeat(5)));
    await expect(site.probe()).rejects.toThrow("too long");
    await site.closed;
  });

  test("the check gives up on a site that sends endless headers", async () => {
    const site = startRawSite((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      pour(socket, "again: and again\r\n".repeat(100));
    });
    await expect(site.probe()).rejects.toMatchObject({ code: "HPE_HEADER_OVERFLOW" });
    await site.closed;
  });
});

/** A TLS server that writes raw bytes after a request. */
function startRawSite(onAsked: (socket: TLSSocket) => void) {
  const closed = Promise.withResolvers<void>();
  const raw = createTlsServer(certificate, (socket) => {
    socket.on("error", () => {}).once("close", () => closed.resolve());
    socket.once("data", () => onAsked(socket));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void raw.close());
  return {
    /** Resolves when the connection is closed. */
    closed: closed.promise,
    async probe(signal = never()): Promise<LinkState> {
      if (!raw.listening) await once(raw, "listening");
      const { port } = raw.address() as { port: number };
      return createProbe({
        resolve: async () => [PUBLIC],
        connect: (_address, servername) =>
          connect({ host: "127.0.0.1", port, servername, ca: certificate.cert }),
      })(`https://${HOST}/a`, signal);
    },
  };
}

/** Writes a text repeatedly, as fast as the client reads it, until the connection closes. */
function pour(socket: TLSSocket, text: string): void {
  const more = () => {
    while (socket.writable && socket.write(text));
  };
  socket.on("drain", more);
  more();
}
