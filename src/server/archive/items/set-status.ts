import { authorize } from "../../../shared/authorize.ts";
import { DomainError, staleVersion } from "../../../shared/errors.ts";
import type { Actor } from "../../../shared/policy.ts";
import { statusSchema } from "../../../shared/schemas/people.ts";
import { idPattern } from "../../../shared/schemas/text.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import type { ResourcesRepo } from "./resources.repo.ts";

interface SetStatusDependencies {
  resourcesRepo: Pick<ResourcesRepo, "current" | "setStatus">;
  /** Removes the bytes that no file needs; the sweeper removes bytes that this leaves behind. */
  discard: (sha256s: string[]) => Promise<void>;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** @returns how an item's status is set, for the service */
export function createSetStatus({ resourcesRepo, discard, clock }: SetStatusDependencies) {
  /**
   * Sets the status of one item; every transition is allowed (spec §4). It never decides on a change to the item.
   * @param input `{status}` in any case; `reason` of a Cancelled, for its contributor; `version` that was shown
   * @returns whether it was another before
   * @throws DomainError sign_in_required, forbidden, invalid_input, not_found; changed_since with the version that is
   *   there now, when `version` is another and the status would change
   */
  return async function setStatus(
    actor: Actor,
    kindName: string,
    id: string,
    input: unknown,
  ): Promise<{ modified: boolean }> {
    const by = authorize(actor, "setStatus");
    const { status, reason, version } = validate(statusSchema, input);
    const exists = async () => (idPattern.test(id) ? resourcesRepo.current(id, kindName) : undefined);
    if (!(await exists())) throw new DomainError("not_found");
    const act = { by, at: clock() };
    const change = { status, reason: (status === "Cancelled" && reason) || null, version, ...act };
    const freed = await resourcesRepo.setStatus(id, change);
    if (freed) {
      await discard(freed);
      return { modified: true };
    }
    const now = await exists();
    if (!now) throw new DomainError("not_found");
    if (now.status !== status && version !== undefined && version !== now.version) throw staleVersion(now);
    return { modified: false };
  };
}
