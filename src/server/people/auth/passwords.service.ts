import { availableParallelism } from "node:os";
import { type Client, networkOf } from "../../platform/index.ts";
import { createHashingQueue, hashingOptions } from "./hashing-queue.ts";
import { hashPassword, isPassword } from "./password.ts";

/** The person who types a password. */
export interface PasswordRequester {
  client: Client;
  /** The typed email. */
  account: string;
}

export type Passwords = ReturnType<typeof createPasswords>;

/**
 * Hashes typed passwords, few at once, so that hashing leaves cores for everything else.
 * @param processes how many answer requests on this machine
 */
export function createPasswords(
  processes: number,
  options = hashingOptions(availableParallelism(), processes),
) {
  const queue = createHashingQueue(options);
  const by = ({ client, account }: PasswordRequester) => ({ network: networkOf(client.address), account });
  return {
    /** @throws DomainError unavailable where too many wait */
    hash: (plain: string, requester: PasswordRequester): Promise<string> =>
      queue.run(by(requester), () => hashPassword(plain)),

    /**
     * @param stored undefined for an unknown person: then false, after the same time
     * @throws DomainError unavailable where too many wait
     */
    matches: (plain: string, stored: string | undefined, requester: PasswordRequester): Promise<boolean> =>
      queue.run(by(requester), () => isPassword(plain, stored)),
  };
}
