import { Resolver } from "node:dns/promises";

/** How long a name server may take for its first answer, and for all tries together. In ms. */
const FIRST_TRY = 1_500;
const PATIENCE = 5_000;
const TRIES = 2;
/** What name servers say of a name that has no address. */
const NO_ADDRESS = new Set<unknown>(["ENOTFOUND", "ENODATA"]);

/** @returns every address of a host @throws an error with the code of `node:dns`, or the reason of the signal */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<string[]>;

export interface ResolverOptions {
  /** Addresses of name servers with ports; those of the system where it is left out. */
  servers?: readonly string[];
  /** How long a look-up may take, in ms. */
  patience?: number;
}

/**
 * Looks names up by questions of its own, which it can call off. The system's `lookup` takes one of the few threads that
 * the process has, and holds it until the name server answers: every other look-up waits behind it.
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

/** Whether a look-up failed because there is no such host. */
export const hasNoAddress = (error: unknown): boolean =>
  NO_ADDRESS.has((error as NodeJS.ErrnoException | undefined)?.code);
