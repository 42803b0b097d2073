import { authorize } from "../../../shared/people/authorize.ts";
import { DomainError, invalid, staleVersion } from "../../../shared/problems/errors.ts";
import { type Actor, policy } from "../../../shared/people/policy.ts";
import { statusSchema } from "../../../shared/schemas/people.ts";
import { idPattern } from "../../../shared/schemas/text.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import { decidedItem } from "./moderated-item.ts";
import { newId } from "../../platform/index.ts";
import type { ResourcesRepo } from "./resources.repo.ts";

interface SetStatusDependencies {
  resourcesRepo: Pick<ResourcesRepo, "current" | "find" | "setStatus">;
  /** Removes bytes that no file uses. If the removal fails, the sweep does it later. */
  discard: (sha256s: string[]) => Promise<void>;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

export function createSetStatus({ resourcesRepo, discard, clock }: SetStatusDependencies) {
  const shown = async (actor: Actor, kindName: string, id: string) =>
    idPattern.test(id) ? resourcesRepo.find(id, actor, kindName) : undefined;

  /**
   * Sets the status of one item; every transition is allowed (spec §4).
   * @param input `status` in upper or lower case; `reason`, for the contributor of a Cancelled item; `returned`, if the contributor may fix it and send it again, which needs a reason;
   * `version`, the item's version that the admin saw
   * @returns whether the status changed
   * @throws DomainError sign_in_required, forbidden, own_item; invalid_input, also for an item whose file another item shows; not_found, also for a hidden item outside the
   * areas of a moderator; changed_since with the current
   * version, if `version` is not the current version and the status would change
   */
  return async function setStatus(
    actor: Actor,
    kindName: string,
    id: string,
    input: unknown,
  ): Promise<{ modified: boolean }> {
    authorize(actor, "setStatus");
    const { status, reason, returned, version } = validate(statusSchema, input);
    const exists = async () => (idPattern.test(id) ? resourcesRepo.current(id, kindName) : undefined);
    const found = await exists();
    const isInArea = found && policy.moderate(actor, found);
    const { by } = decidedItem(actor, isInArea ? found : await shown(actor, kindName, id));
    if (found?.movedTo && status !== found.status) throw invalid("status", "fileMoved");
    const at = clock();
    const freed = await resourcesRepo.setStatus({
      id,
      version,
      status,
      reason: (status === "Cancelled" && reason) || null,
      returned: returned === true,
      decisionId: newId(at),
      by,
      at,
    });
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
