import { Resolver } from "node:dns/promises";

/** The time limits for the first attempt and for the whole lookup, in ms. */
const FIRST_TRY = 1_500;
const TIMEOUT = 5_000;
const TRIES = 2;
/** The error codes for a name without an address. */
const NO_ADDRESS = new Set<unknown>(["ENOTFOUND", "ENODATA"]);

/**
 * Returns all addresses of a host.
 * @throws an error with a code of `node:dns`, or the reason of the aborted signal
 */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<string[]>;

export interface ResolverOptions {
  /** Addresses of name servers, with ports. Default: the system's name servers. */
  servers?: readonly string[];
  /** The time limit of a lookup, in ms. */
  timeout?: number;
}

/**
 * Queries the name servers directly, because these queries can be cancelled. The system's `lookup` blocks one
 * of the few threads of the process until the name server responds, and other lookups have to wait.
 */
export function createResolveHost({ servers, timeout = TIMEOUT }: ResolverOptions = {}): ResolveHost {
  return async function resolveHost(host, signal) {
    signal.throwIfAborted();
    const resolver = new Resolver({ timeout: Math.min(FIRST_TRY, timeout), tries: TRIES });
    if (servers) resolver.setServers(servers);
    const end = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
    const cancel = () => resolver.cancel();
    end.addEventListener("abort", cancel);
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    end.removeEventListener("abort", cancel);
    signal.throwIfAborted();
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (found.length > 0) return found;
    const failures = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
    throw failures.find((failure) => !hasNoAddress(failure)) ?? failures[0];
  };
}

/** Whether a lookup failed because the host has no address. */
export const hasNoAddress = (error: unknown): boolean =>
  NO_ADDRESS.has((error as NodeJS.ErrnoException | undefined)?.code);
