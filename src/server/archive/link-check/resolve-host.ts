import { Resolver } from "node:dns/promises";

/** How long a name server may take for the first try, and for all tries together. In ms. */
const FIRST_TRY = 1_500;
const PATIENCE = 5_000;
const TRIES = 2;
/** The errors for a name without an address. */
const NO_ADDRESS = new Set<unknown>(["ENOTFOUND", "ENODATA"]);

/** @returns every address of a host @throws an error with the code of `node:dns`, or the reason of the signal */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<string[]>;

export interface ResolverOptions {
  /** Addresses of name servers with ports; if left out, the system's name servers. */
  servers?: readonly string[];
  /** How long a look-up may take, in ms. */
  patience?: number;
}

/**
 * Asks the name servers itself, and can cancel its questions. The system's `lookup` holds one of the process's few threads
 * until the name server answers, and every other look-up waits behind it.
 */
export function createResolveHost({ servers, patience = PATIENCE }: ResolverOptions = {}): ResolveHost {
  return async function resolveHost(host, signal) {
    signal.throwIfAborted();
    const resolver = new Resolver({ timeout: Math.min(FIRST_TRY, patience), tries: TRIES });
    if (servers) resolver.setServers(servers);
    const end = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
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

/** Whether a look-up failed because the host has no address. */
export const hasNoAddress = (error: unknown): boolean =>
  NO_ADDRESS.has((error as NodeJS.ErrnoException | undefined)?.code);
