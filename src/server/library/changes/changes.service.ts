import { authorize } from "../../../shared/people/authorize.ts";
import { itemOfReader } from "../items/item-of-reader.ts";
import { z } from "zod";
import { DomainError, invalid, staleVersion } from "../../../shared/problems/errors.ts";
import { type Actor, policy } from "../../../shared/people/policy.ts";
import { versionSchema } from "../../../shared/schemas/people.ts";
import { idPattern, idSchema } from "../../../shared/schemas/text.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import { decidedItem } from "../items/moderated-item.ts";
import type { ResourceRow, ResourcesRepo } from "../items/resources.repo.ts";
import { changedColumns, changedRow } from "./changed-row.ts";
import type { ChangesRepo } from "./changes.repo.ts";

export interface ChangesDependencies {
  changesRepo: ChangesRepo;
  resourcesRepo: Pick<ResourcesRepo, "find" | "current">;
  /** Removes bytes that no file uses. If the removal fails, the sweep does it later. */
  discard: (sha256s: string[]) => Promise<void>;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** A change that waits for an admin. */
export interface WaitingChange {
  id: string;
  /** The version of the item that the contributor changed. */
  baseVersion: number;
  /** The item with the change applied. */
  changed: ResourceRow;
  /** The time of the change, in epoch milliseconds. */
  createdAt: number;
}

export type ChangeOutcome = "approved" | "refused";

const withdrawSchema = z.strictObject({ id: idSchema, change: idSchema });
const decideSchema = z.strictObject({
  id: idSchema,
  change: idSchema,
  outcome: z.enum(["approved", "refused"] satisfies ChangeOutcome[], { error: "invalid" }),
  version: versionSchema.optional(),
});

/** Changes to approved items: the contributor's edit is stored separately until an admin decides on it. */
export function createChangesService({ changesRepo, resourcesRepo, discard, clock }: ChangesDependencies) {
  /** @throws DomainError sign_in_required; not_found, also for an item that this actor can't change */
  async function itemFor(actor: Actor, id: string): Promise<ResourceRow> {
    authorize(actor, "useAccount");
    return itemOfReader(actor, idPattern.test(id) ? await resourcesRepo.find(id, actor) : undefined);
  }

  const changedSince = async (id: string): Promise<DomainError> =>
    staleVersion(await resourcesRepo.current(id));

  return {
    /**
     * Finds an item and its waiting change, for its contributor and admins.
     * @throws DomainError sign_in_required; not_found, also for another contributor's item
     */
    async find(actor: Actor, id: string): Promise<{ item: ResourceRow; change: WaitingChange | undefined }> {
      const item = await itemFor(actor, id);
      const row = await changesRepo.find(id);
      if (!row || item.status !== "Approved") return { item, change: undefined };
      const { baseVersion, createdAt } = row;
      return { item, change: { id: row.id, baseVersion, changed: changedRow(item, row), createdAt } };
    },

    /**
     * Approves a change and applies it to its item, or rejects the change and releases its file.
     * @param input `{id, change, outcome, version}`: the ids of the item and the change; `version` is the
     * item's version that the admin saw. Without it, an approval needs the version that the contributor saw
     * @returns the item after the decision
     * @throws DomainError sign_in_required, forbidden, own_item, invalid_input, not_found; changed_since if the change
     * is no longer open, or, for an approval, if the item has a different version; invalid_input also if a
     * moderator would move the item out of their areas
     */
    async decide(actor: Actor, input: unknown): Promise<ResourceRow> {
      authorize(actor, "setStatus");
      const { id, change, outcome, version } = validate(decideSchema, input);
      const { item, by } = decidedItem(actor, await itemFor(actor, id));
      const open = await changesRepo.find(id);
      if (open?.id !== change) throw await changedSince(id);
      const act = { by, at: clock() };
      const decided = { resourceId: id, id: change, version: version ?? open.baseVersion };
      if (outcome === "approved" && item.version !== decided.version) throw await changedSince(id);
      const freed =
        outcome === "approved"
          ? await changesRepo.apply(decided, changedColumns(item, open), act)
          : await changesRepo.close(id, change, act);
      if (!freed) throw await changedSince(id);
      if (!Array.isArray(freed)) throw invalid("change", "changeOutsideArea");
      await discard(freed);
      return itemFor(actor, id);
    },

    /**
     * Withdraws the contributor's own change; the approved version stays unchanged.
     * @param input `{id, change}`: the ids of the item and the change
     * @returns the item, and whether the change was still open
     * @throws DomainError sign_in_required, invalid_input; not_found, also for another contributor's item;
     * changed_since if a newer change is open now
     */
    async withdraw(actor: Actor, input: unknown): Promise<{ item: ResourceRow; modified: boolean }> {
      authorize(actor, "contribute");
      const { id, change } = validate(withdrawSchema, input);
      const item = await itemFor(actor, id);
      if (!policy.seeOwn(actor, item)) throw new DomainError("not_found");
      const freed = await changesRepo.close(id, change);
      if (!freed && (await changesRepo.find(id))) throw await changedSince(id);
      await discard(freed ?? []);
      return { item, modified: freed !== undefined };
    },
  };
}
