/**
 * The yardstick: `node:http` alone, answering every GET with the bytes of the last PUT and its headers. A program of
 * its own, because the product is one too. Prints its port.
 */
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";

let body: Buffer = Buffer.alloc(0);
let headers: Record<string, string> = {};

const server = createServer(async (request, response) => {
  if (request.method === "PUT") {
    body = await buffer(request);
    const told = JSON.parse(String(request.headers["x-answer-headers"])) as Record<string, string>;
    headers = { ...told, "content-length": String(body.length) };
    response.end();
    return;
  }
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address && typeof address === "object") console.log(address.port);
});
process.on("SIGTERM", () => process.exit(0));
