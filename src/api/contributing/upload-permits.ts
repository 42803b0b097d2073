import type { User } from "../../shared/people/policy.ts";
import type { Services } from "../../server/services.ts";
import type { WithWritePermit } from "../platform/expensive-requests.ts";
import { failureOf } from "./upload-protocol.ts";

export interface UploadPermitsOptions {
  services: Pick<Services, "uploadLocks">;
  withPermit: WithWritePermit;
}

/** Lets work on one upload run one after another, across all processes. */
export function createUploadPermits({ services: { uploadLocks }, withPermit }: UploadPermitsOptions) {
  /**
   * Runs a task under the lock of an id.
   * @throws DomainError unavailable if the lock does not become free, and the errors of the task
   */
  async function alone<T>(id: string, task: () => Promise<T>): Promise<T> {
    const lock = uploadLocks.newLock(id);
    await lock
      .lock(new AbortController().signal, () => {})
      .catch((failure: unknown) => {
        throw failureOf(failure);
      });
    try {
      return await task();
    } finally {
      await lock.unlock();
    }
  }

  return {
    alone,

    /**
     * Runs a task under the lock of an upload, and then with a permit of its owner: a request that waits for the lock holds
     * no permit.
     * @throws DomainError unavailable if too many requests wait, and the errors of `alone`
     */
    aloneWithPermit: <T>(id: string, { id: owner }: User, task: () => Promise<T>): Promise<T> =>
      alone(id, () => withPermit(owner, task)),
  };
}
