import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import { isPublicAddress } from "./public-address.ts";
import { hasNoAddress, type ResolveHost } from "./resolve-host.ts";

/** The maximum size of the response headers, in bytes. */
const MAX_HEADERS = 16_000;
/**
 * The maximum size of everything before the body, in bytes. It includes the 1xx responses that a server may
 * send first.
 */
const MAX_HEAD = 64_000;
const MAX_INFORMATION = 5;

/** Opens a TLS connection to a checked address. The certificate must be for the name `host`. */
export type Connect = (address: string, host: string) => Duplex;

// Connects to the checked address directly. A second name lookup could give a different address.
export const systemConnect: Connect = (address, host) =>
  connectTls({ host: address, port: 443, servername: host, ALPNProtocols: ["http/1.1"] });

/**
 * Looks up a host once and checks all its addresses.
 * @returns a public address; undefined if the name has no address; "private" if any address is private
 * @throws the errors of `resolve`
 */
export async function findPublicAddress(
  resolve: ResolveHost,
  host: string,
  signal: AbortSignal,
): Promise<string | "private" | undefined> {
  let found: string[];
  try {
    found = await resolve(host, signal);
  } catch (error) {
    if (hasNoAddress(error)) return undefined;
    throw error;
  }
  return found.every(isPublicAddress) ? (found[0] ?? "private") : "private";
}

export interface CheckedRequest {
  method: "HEAD" | "GET";
  url: URL;
  /** From `findPublicAddress`. */
  address: string;
  headers: Record<string, string>;
  connect: Connect;
  signal: AbortSignal;
}

/**
 * Sends a request to a checked address, and limits everything that comes before the body.
 * @returns the response. The caller must read its body with a limit, or destroy it
 * @throws the error of the connection, or the reason of the aborted signal
 */
export function sendChecked({ method, url, address, headers, connect, signal }: CheckedRequest) {
  return new Promise<IncomingMessage>((done, failed) => {
    let removeLimit = () => {};
    const asked = request(url, {
      method,
      signal,
      defaultPort: 443,
      maxHeaderSize: MAX_HEADERS,
      headers: { accept: "*/*", ...headers, connection: "close" },
      // No agent, because an agent would look up the name again and open a different connection.
      createConnection: () => {
        const connection = connect(address, url.hostname);
        removeLimit = limitHead(connection);
        return connection;
      },
    });
    let information = 0;
    asked.once("error", failed);
    asked.on("information", () => {
      information += 1;
      if (information > MAX_INFORMATION) asked.destroy(new Error("The site sent too many 1xx responses"));
    });
    asked.once("response", (answer: IncomingMessage) => {
      removeLimit();
      // From now on, errors reach the reader of the body.
      asked.off("error", failed).on("error", () => {});
      done(answer);
    });
    asked.end();
  });
}

/**
 * Closes the connection if the site sends more than `MAX_HEAD` bytes.
 * @returns a function that removes this limit
 */
function limitHead(connection: Duplex): () => void {
  let read = 0;
  const count = (chunk: Buffer) => {
    read += chunk.length;
    if (read > MAX_HEAD) connection.destroy(new Error("The headers of the response are too long"));
  };
  connection.on("data", count);
  return () => void connection.off("data", count);
}
