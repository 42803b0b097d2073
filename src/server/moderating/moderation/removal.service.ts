import { authorize } from "../../../shared/people/authorize.ts";
import { z } from "zod";
import { DomainError } from "../../../shared/problems/errors.ts";
import { type Actor, policy, type User } from "../../../shared/people/policy.ts";
import { reasonSchema } from "../../../shared/schemas/people.ts";
import { idPattern, idSchema } from "../../../shared/schemas/text.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import type { DeletionOutcome } from "../../platform/index.ts";
import { decidedItem, type ResourceRow, type ResourcesRepo } from "../../library/index.ts";
import type { RemovalRepo, RequestedRow } from "./removal.repo.ts";

export interface RemovalDependencies {
  removalRepo: RemovalRepo;
  resourcesRepo: Pick<ResourcesRepo, "find">;
  /** Removes bytes that no file uses. If the removal fails, the sweep does it later. */
  discard: (sha256s: string[]) => Promise<void>;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

const removeSchema = z.strictObject({ id: idSchema, reason: reasonSchema.optional() });
const restoreSchema = z.strictObject({ id: idSchema });
const decideSchema = z.strictObject({
  id: idSchema,
  outcome: z.enum(["granted", "refused"] satisfies DeletionOutcome[], { error: "invalid" }),
});

/** Removes items from the archive. Contributors request it; admins and moderators decide, and can restore the items. */
export function createRemovalService({ removalRepo, resourcesRepo, discard, clock }: RemovalDependencies) {
  /** Finds the item that an admin or moderator decides on. */
  const itemFor = async (actor: Actor, id: string) => decidedItem(actor, await resourcesRepo.find(id, actor));

  return {
    /**
     * Requests the deletion of the contributor's own item. A second request changes nothing.
     * @returns the item, and whether the request is new
     * @throws DomainError sign_in_required; not_found, also for another person's item; conflict if the item
     *   is already removed
     */
    async request(actor: Actor, id: string): Promise<{ item: ResourceRow; isNew: boolean }> {
      const { id: userId } = authorize(actor, "contribute");
      const item = idPattern.test(id) ? await resourcesRepo.find(id, actor) : undefined;
      if (!item || !policy.seeOwn(actor, item)) throw new DomainError("not_found");
      if (item.removedFrom !== null) throw new DomainError("conflict");
      const isNew = await removalRepo.request({
        resourceId: id,
        userId,
        askedAt: clock(),
        outcome: null,
      });
      return { item, isNew };
    },

    /** The results of the reader's own requests by item id; null while a request waits for an admin. */
    async ownRequests(actor: User): Promise<Record<string, DeletionOutcome | null>> {
      const requests = await removalRepo.requestsOf(actor.id);
      return Object.fromEntries(requests.map(({ resourceId, outcome }) => [resourceId, outcome]));
    },

    /**
     * The open requests, oldest first.
     * @throws DomainError sign_in_required, forbidden
     */
    async listRequests(actor: Actor): Promise<RequestedRow[]> {
      return removalRepo.listOpen(authorize(actor, "removeItem"));
    },

    /**
     * Grants a request and removes its item, or rejects the request.
     * @param input `{id, outcome}`
     * @returns the item before the decision, and whether the request was still open
     * @throws DomainError sign_in_required, forbidden, own_item, invalid_input, not_found
     */
    async decide(actor: Actor, input: unknown): Promise<{ item: ResourceRow; decided: boolean }> {
      authorize(actor, "removeItem");
      const { id, outcome } = validate(decideSchema, input);
      const { item, by } = await itemFor(actor, id);
      const freed = await removalRepo.decide(id, outcome, { by, at: clock() });
      await discard(freed ?? []);
      return { item, decided: freed !== undefined };
    },

    /**
     * Removes an item from the archive. Until an admin restores the item, it is hidden like a Cancelled item.
     * @param input `id`, and `reason` for the contributor
     * @throws DomainError sign_in_required, forbidden, own_item, invalid_input, not_found
     */
    async remove(actor: Actor, input: unknown): Promise<{ item: ResourceRow; modified: boolean }> {
      authorize(actor, "removeItem");
      const { id, reason } = validate(removeSchema, input);
      const { item, by } = await itemFor(actor, id);
      const freed = await removalRepo.remove(id, { by, at: clock() }, reason || null);
      await discard(freed ?? []);
      return { item, modified: freed !== undefined };
    },

    /**
     * Restores a removed item with its earlier status.
     * @param input `{id}`
     * @throws DomainError sign_in_required, forbidden, own_item, invalid_input, not_found
     */
    async restore(actor: Actor, input: unknown): Promise<{ item: ResourceRow; modified: boolean }> {
      authorize(actor, "removeItem");
      const { id } = validate(restoreSchema, input);
      const { by } = await itemFor(actor, id);
      const modified = await removalRepo.restore(id, { by, at: clock() });
      return { item: (await itemFor(actor, id)).item, modified };
    },
  };
}
