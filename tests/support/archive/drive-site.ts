import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { connect } from "node:tls";
import type { ReadDriveOptions } from "../../../src/server/library/drive-copies/read-drive.ts";
import { selfSigned } from "../process/tls-proxy.ts";
import { PUBLIC_ADDRESS } from "./drive-hosts.ts";

export const BYTES_HOST = "doc-0k-1c-docs.googleusercontent.com";

const HOSTS = [
  "drive.google.com",
  "docs.google.com",
  "drive.usercontent.google.com",
  "accounts.google.com",
  "www.google.com",
  BYTES_HOST,
];

type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => void;
export type DriveSite = Awaited<ReturnType<typeof startDriveSite>>;

/**
 * A stand-in for Google Drive: an HTTPS server on loopback for all of Drive's names. Only the name lookup and
 * the connection of the reader are replaced; all its checks run.
 */
export async function startDriveSite() {
  const certificate = selfSigned(HOSTS);
  const answers = new Map<string, Answer>();
  const asked: string[] = [];
  const resolved: string[] = [];
  const connected: string[] = [];
  const addresses = new Map<string, string[]>();
  const server = createServer(certificate, (request, response) => {
    const url = new URL(request.url ?? "/", `https://${request.headers.host}`);
    asked.push(url.href);
    const id = url.searchParams.get("id") ?? "";
    const answer = answers.get(url.hostname === BYTES_HOST ? url.pathname : id);
    if (answer) answer(request, response, url);
    else response.writeHead(404, { "content-type": "text/html" }).end("<title>Error 404</title>");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  const options = {
    resolve: async (host) => {
      resolved.push(host);
      return addresses.get(host) ?? [PUBLIC_ADDRESS];
    },
    connect: (address, servername) => {
      connected.push(address);
      return connect({ host: "127.0.0.1", port, servername, ca: certificate.cert });
    },
  } satisfies ReadDriveOptions;

  return {
    /** The options that point a reader at this server. */
    options,
    port,
    certificate: certificate.cert,
    /** The addresses of all requests, in order. */
    asked,
    /** The names that were looked up, and the addresses of the connections. */
    resolved,
    connected,
    /** The addresses that a name resolves to; by default, `PUBLIC_ADDRESS`. */
    addresses,

    /** Answers requests for a file. @param key the id of the file, or a path of `BYTES_HOST` */
    on(key: string, answer: Answer): void {
      answers.set(key, answer);
    },

    /** Serves a file as Drive does: a redirect, and then the bytes as an attachment. */
    serve(id: string, bytes: Uint8Array, headers: Record<string, string> = {}): void {
      answers.set(id, (_request, response, url) => {
        if (url.pathname === "/uc") return redirect(response, downloadAddress(id));
        sendFile(response, bytes, headers);
      });
    },

    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export const downloadAddress = (id: string, more = ""): string =>
  `https://drive.usercontent.google.com/download?id=${id}&export=download${more}`;

export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location }).end();
}

export function sendFile(
  response: ServerResponse,
  bytes: Uint8Array,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(200, {
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename="CSE 2103 final.pdf"; filename*=UTF-8''CSE%202103%20final.pdf`,
      "content-length": String(bytes.length),
      ...headers,
    })
    .end(bytes);
}

export function sendPage(response: ServerResponse, html: string, status = 200): void {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(html);
}

/** The page that Drive shows for a file that is too large for its virus scan. */
export const confirmationPage = (id: string, action = "https://drive.usercontent.google.com/download") =>
  `<!DOCTYPE html><html><head><title>Google Drive - Virus scan warning</title></head><body>
  <p class="uc-warning-caption">Google Drive can't scan this file for viruses.</p>
  <p class="uc-warning-subcaption"><a href="/open?id=${id}">paper.pdf</a> (27M) is too large for Google to scan.</p>
  <form id="download-form" action="${action}" method="get">
  <input type="submit" id="uc-download-link" class="goog-inline-block" value="Download anyway"/>
  <input type="hidden" name="id" value="${id}"><input type="hidden" name="export" value="download">
  <input type="hidden" name="confirm" value="t"><input type="hidden" name="uuid" value="6d5c-41aa">
  </form></body></html>`;

export const quotaPage = `<!DOCTYPE html><html><head><title>Google Drive - Quota exceeded</title></head><body>
  <p class="uc-error-caption">Sorry, you can&#39;t view or download this file at this time.</p>
  <p class="uc-error-subcaption">Too many users have viewed or downloaded this file recently. Please try again later.</p>
  </body></html>`;
