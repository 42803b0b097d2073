import { randomUUID } from "node:crypto";
import { plainAddress } from "../server/platform/index.ts";
import type { ClientOfOptions } from "./client-of.ts";

/** An id that can be searched for in logs and needs no escaping in any of them. */
const WELL_FORMED = /^[\w=-]{1,128}$/;

/**
 * @param peer the address at the other end of the socket
 * @param given the `X-Request-Id` header
 * @returns the id of the request
 */
export type RequestIdOf = (peer: string | undefined, given: string | string[] | undefined) => string;

/**
 * Chooses the id of a request: the id that a trusted proxy sends, if it is well formed, otherwise a new one.
 * Anybody else could send the id of another person's request.
 */
export const createRequestIdOf =
  ({ trustedProxies: isTrusted }: Pick<ClientOfOptions, "trustedProxies">): RequestIdOf =>
  (peer, given) =>
    typeof given === "string" &&
    peer !== undefined &&
    isTrusted?.(plainAddress(peer), 0) === true &&
    WELL_FORMED.test(given)
      ? given
      : randomUUID();
