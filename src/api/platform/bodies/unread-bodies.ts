import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { beforeHead } from "../before-head.ts";

/** The same times as nginx's `lingering_time` and `lingering_timeout`, in ms. */
const LONGEST = 30_000;
const SILENT = 5_000;
/** How many connections can be drained at once. For one more connection, the oldest is closed. */
const MAX = 500;
/** The server reads an announced body up to this size, in bytes, to its end and keeps the connection open. */
const SMALL = 64_000;

/**
 * The HTTP methods that the site accepts. Node's parser knows more, for example TRACE, but Fetch can't build
 * a TRACE request.
 */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Closes a connection cleanly if the response is sent before the body has arrived. The response says
 * `Connection: close`, so that no proxy reuses the connection, and the server reads and discards the rest for
 * a while. Otherwise the unread bytes would reset the connection, and the client would lose the response (RFC
 * 9112 §9.6). Unknown methods are refused.
 */
export function closeUnread(listener: RequestListener): RequestListener {
  const draining = new Set<Socket>();

  /** Closes our side of the connection, and reads until the sender closes its side. */
  function drain(request: IncomingMessage): void {
    const { socket } = request;
    if (draining.has(socket) || socket.destroyed) return;
    // The oldest connection belongs to the slowest sender. The connections of other clients drain quickly.
    const [oldest] = draining;
    if (draining.size >= MAX) oldest?.destroy();
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
        // Node calls `destroySoon` after the response, and its own version would reset the connection.
        request.socket.destroySoon = () => drain(request);
      });
    }
    if (METHODS.includes(method)) return listener(request, response);
    response.writeHead(405, { allow: METHODS.join(", "), "content-length": "0" }).end();
  };
}

/** Reads the rest of a small body. Closes the connection only if the rest does not arrive in time. */
function absorb(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  const late = setTimeout(() => socket.destroy(), SILENT);
  // The Fetch adapter calls `destroySoon` half a second after the response, although the response promised an
  // open connection.
  socket.destroySoon = () => {};
  const done = () => {
    clearTimeout(late);
    Reflect.deleteProperty(socket, "destroySoon");
  };
  request.once("end", done).once("close", done);
  response.once("finish", () => takeRest(request));
}

/** Reads and discards the rest. The earlier reader is removed, because it would stop the flow. */
function takeRest(request: IncomingMessage): void {
  request
    .removeAllListeners("data")
    .removeAllListeners("readable")
    .on("data", () => {});
  request.resume();
}
