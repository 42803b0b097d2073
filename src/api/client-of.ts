import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import type { Client } from "../server/client.ts";

/** Longer ones tell nothing more to a reader. */
const USER_AGENT_MAX = 300;

/** The program behind a request. A request that came by no socket, as in a test, is of this machine. */
export function clientOf(c: Context): Client {
  const { address = "127.0.0.1" } = c.env?.incoming ? getConnInfo(c).remote : {};
  return { address, userAgent: c.req.header("user-agent")?.slice(0, USER_AGENT_MAX) };
}
