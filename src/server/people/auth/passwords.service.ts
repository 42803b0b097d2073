import { availableParallelism } from "node:os";
import { type Client, networkOf } from "../../platform/index.ts";
import { createHashingQueue, hashingOptions } from "./hashing-queue.ts";
import { hashPassword, isPassword } from "./password.ts";

/** The person who enters a password. */
export interface PasswordRequester {
  client: Client;
  /** The entered email. */
  account: string;
}

export type Passwords = ReturnType<typeof createPasswords>;

/**
 * Hashes only a few passwords at once, so that other work still gets CPU time.
 * @param processes how many processes serve requests on this machine
 */
export function createPasswords(
  processes: number,
  options = hashingOptions(availableParallelism(), processes),
) {
  const queue = createHashingQueue(options);
  const by = ({ client, account }: PasswordRequester) => ({ network: networkOf(client.address), account });
  return {
    /** @throws DomainError unavailable if too many requests wait */
    hash: (plain: string, requester: PasswordRequester): Promise<string> =>
      queue.run(by(requester), () => hashPassword(plain)),

    /**
     * @param stored undefined for an unknown person: the result is then false, after the usual time
     * @throws DomainError unavailable if too many requests wait
     */
    matches: (plain: string, stored: string | undefined, requester: PasswordRequester): Promise<boolean> =>
      queue.run(by(requester), () => isPassword(plain, stored)),
  };
}
