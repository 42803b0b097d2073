import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { beforeHead } from "../before-head.ts";

/** As nginx's `lingering_time` and `lingering_timeout`, in ms. */
const LONGEST = 30_000;
const SILENT = 5_000;
/** How many connections may be drained at once; one more cuts the one that has drained longest. */
const MOST = 500;
/** The server reads an announced body up to this size, in bytes, to its end, and keeps its connection open. */
const SMALL = 64_000;

/** The methods of the site. Node's parser knows more, such as TRACE, and Fetch refuses to build such a request. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Closes a connection cleanly if an answer goes out before the body arrived. The answer says `Connection: close`, so that
 * no proxy sends another request on it, and the server reads and drops the rest for a while: closing with unread bytes
 * resets the connection, and its client loses the answer (RFC 9112 §9.6). Refuses unknown methods.
 */
export function closeUnread(listener: RequestListener): RequestListener {
  const draining = new Set<Socket>();

  /** Ends our side of the connection, and reads the rest until the sender ends its side. */
  function drain(request: IncomingMessage): void {
    const { socket } = request;
    if (draining.has(socket) || socket.destroyed) return;
    // A sender of many slow bodies must not take the answers of others: their connections drain in a moment.
    const [oldest] = draining;
    if (draining.size >= MOST) oldest?.destroy();
    draining.add(socket);
    const cut = () => socket.destroy();
    const longest = setTimeout(cut, LONGEST);
    const silent = setTimeout(cut, SILENT);
    socket.once("close", () => {
      clearTimeout(longest);
      clearTimeout(silent);
      draining.delete(socket);
    });
    socket.end();
    takeRest(request);
    request.on("data", () => silent.refresh()).once("end", cut);
  }

  return (request, response) => {
    const { headers, method = "" } = request;
    const size =
      headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : Infinity;
    if (size > 0) {
      beforeHead(response, () => {
        if (request.complete) return;
        if (size <= SMALL && response.shouldKeepAlive) return void absorb(request, response);
        response.shouldKeepAlive = false;
        // Node calls it once the answer is written, and would reset the connection.
        request.socket.destroySoon = () => drain(request);
      });
    }
    if (METHODS.includes(method)) return listener(request, response);
    response.writeHead(405, { allow: METHODS.join(", "), "content-length": "0" }).end();
  };
}

/** Reads the rest of a small body, and cuts the connection only if the rest does not arrive. */
function absorb(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  const late = setTimeout(() => socket.destroy(), SILENT);
  // The adapter to Fetch calls it half a second after the answer, although the answer promised an open connection.
  socket.destroySoon = () => {};
  const done = () => {
    clearTimeout(late);
    Reflect.deleteProperty(socket, "destroySoon");
  };
  request.once("end", done).once("close", done);
  response.once("finish", () => takeRest(request));
}

/** Reads and drops, without the earlier reader, which would hold the rest back. */
function takeRest(request: IncomingMessage): void {
  request
    .removeAllListeners("data")
    .removeAllListeners("readable")
    .on("data", () => {});
  request.resume();
}
