import { authorize } from "../../../shared/people/authorize.ts";
import { DomainError } from "../../../shared/problems/errors.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import { MAX_SAVED_ITEMS, MAX_SAVED_LISTS } from "../../../shared/courses/saved-lists.ts";
import {
  savedChoiceSchema,
  savedItemSchema,
  savedMoveSchema,
  savedNameSchema,
} from "../../../shared/schemas/saved.ts";
import { idPattern } from "../../../shared/schemas/text.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import type { LimitsService } from "../../platform/index.ts";
import type { ResourceRow } from "../../library/index.ts";
import type { OwnList, SavedRefusal, SavedRepo } from "./saved.repo.ts";

const PAGE_SIZE = 20;

/** A page of a list. */
export interface SavedPage {
  id: string;
  name: string;
  rows: ResourceRow[];
  /** The number of items on all pages that the person may open. */
  count: number;
  size: number;
}

export interface SavedDependencies {
  savedRepo: SavedRepo;
  limits: Pick<LimitsService, "take">;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

function refused(refusal: SavedRefusal): DomainError {
  if (refusal === "listNameTaken")
    return new DomainError("conflict", { fields: { name: { code: refusal } } });
  const param = String(refusal === "listFull" ? MAX_SAVED_ITEMS : MAX_SAVED_LISTS);
  return new DomainError("conflict", { fields: { list: { code: refusal, param } } });
}

/** People's own lists of items. Nobody but its person sees a list. */
export function createSavedService({ savedRepo, limits, clock }: SavedDependencies) {
  const person = (actor: Actor) => authorize(actor, "useAccount");

  /** Counts a change. @throws DomainError sign_in_required, too_many_requests */
  async function change(actor: Actor) {
    const by = person(actor);
    await limits.take("saved", { account: by.email });
    return by;
  }

  async function open(actor: Actor, id: string) {
    const by = person(actor);
    const list = idPattern.test(id) ? await savedRepo.find(by, id) : undefined;
    if (!list) throw new DomainError("not_found");
    return { by, list };
  }

  /** @throws DomainError not_found, also for an item that this person may not open */
  async function savable(actor: Actor, itemId: string): Promise<ResourceRow> {
    const by = person(actor);
    const row = idPattern.test(itemId) ? await savedRepo.item(by, itemId) : undefined;
    if (!row) throw new DomainError("not_found");
    return row;
  }

  /** @throws DomainError not_found if there is no such list any more */
  function done(result: boolean | SavedRefusal | undefined): boolean {
    if (result === undefined) throw new DomainError("not_found");
    if (typeof result === "string") throw refused(result);
    return result;
  }

  return {
    /** Checks that a person has a list, before a call reads its body. @throws DomainError sign_in_required, not_found */
    async check(actor: Actor, id: string): Promise<void> {
      await open(actor, id);
    },

    /** The person's lists by name. @throws DomainError sign_in_required */
    lists: async (actor: Actor): Promise<OwnList[]> => savedRepo.lists(person(actor)),

    /**
     * A page of a list in its order. Hidden items are left out, and return when they are visible again.
     * @param page zero-based
     * @throws DomainError sign_in_required, not_found
     */
    async list(actor: Actor, id: string, page = 0, size = PAGE_SIZE): Promise<SavedPage> {
      const { by, list } = await open(actor, id);
      return { ...list, ...(await savedRepo.items(by, id, { size, offset: page * size })), size };
    },

    /**
     * @param input `{name}`
     * @returns the id of the list
     * @throws DomainError sign_in_required, invalid_input, too_many_requests; conflict if the person has a list
     * with this name, or too many lists
     */
    async create(actor: Actor, input: unknown): Promise<string> {
      const by = await change(actor);
      const made = await savedRepo.create(by, validate(savedNameSchema, input).name, clock());
      if ("refusal" in made) throw refused(made.refusal);
      return made.id;
    },

    /**
     * @param input `{name}`
     * @throws DomainError sign_in_required, not_found, invalid_input, too_many_requests, conflict as `create`
     */
    async rename(actor: Actor, id: string, input: unknown): Promise<void> {
      await open(actor, id);
      const by = await change(actor);
      const { name } = validate(savedNameSchema, input);
      if (!done(await savedRepo.rename(by, id, name, clock()))) throw new DomainError("not_found");
    },

    /** Deletes a list. Its items stay in the archive. @throws DomainError sign_in_required, not_found, too_many_requests */
    async deleteList(actor: Actor, id: string): Promise<void> {
      await open(actor, id);
      const by = await change(actor);
      if (!(await savedRepo.deleteList(by, id))) throw new DomainError("not_found");
    },

    /**
     * Adds an item to the end of a list.
     * @param input `{itemId}`
     * @returns whether it was not in the list yet
     * @throws DomainError sign_in_required, invalid_input, too_many_requests; not_found, also for an item that the
     * person may not open; conflict if the list is full
     */
    async add(actor: Actor, id: string, input: unknown): Promise<boolean> {
      await open(actor, id);
      const by = await change(actor);
      const { itemId } = validate(savedItemSchema, input);
      await savable(actor, itemId);
      return done(await savedRepo.add(by, id, itemId, clock()));
    },

    /**
     * Removes an item from a list.
     * @param input `{itemId}`
     * @returns whether it was in the list
     * @throws DomainError sign_in_required, not_found, invalid_input, too_many_requests
     */
    async removeItem(actor: Actor, id: string, input: unknown): Promise<boolean> {
      await open(actor, id);
      const by = await change(actor);
      return done(await savedRepo.removeItem(by, id, validate(savedItemSchema, input).itemId));
    },

    /**
     * Moves an item one place up or down.
     * @param input `{itemId, direction}`
     * @returns whether it moved
     * @throws DomainError sign_in_required, not_found, invalid_input, too_many_requests
     */
    async move(actor: Actor, id: string, input: unknown): Promise<boolean> {
      await open(actor, id);
      const by = await change(actor);
      const { itemId, direction } = validate(savedMoveSchema, input);
      return done(await savedRepo.move(by, id, itemId, direction));
    },

    /** Whether an item is in one of the person's lists. @throws DomainError sign_in_required */
    isSaved: async (actor: Actor, itemId: string): Promise<boolean> =>
      (await savedRepo.listsWith(person(actor), itemId)).length > 0,

    /**
     * An item, the person's lists, and which of them it is in.
     * @throws DomainError sign_in_required; not_found, also for an item that the person may not open
     */
    async choices(
      actor: Actor,
      itemId: string,
    ): Promise<{ row: ResourceRow; lists: (OwnList & { hasItem: boolean })[] }> {
      const row = await savable(actor, itemId);
      const by = person(actor);
      const [lists, ids] = await Promise.all([savedRepo.lists(by), savedRepo.listsWith(by, itemId)]);
      return { row, lists: lists.map((list) => ({ ...list, hasItem: ids.includes(list.id) })) };
    },

    /**
     * Puts an item into the chosen lists, and takes it out of the lists that the person no longer chooses.
     * @param input `{lists, had, name}`: the ids of the chosen lists and of the lists that the page showed as chosen,
     * and the name of a new list, which may be empty
     * @returns the item, the number of lists that it is in now, and whether that changed
     * @throws DomainError sign_in_required, not_found, invalid_input, too_many_requests, conflict as `create` and `add`
     */
    async choose(
      actor: Actor,
      itemId: string,
      input: unknown,
    ): Promise<{ row: ResourceRow; count: number; isChanged: boolean }> {
      const row = await savable(actor, itemId);
      const by = await change(actor);
      const chosen = await savedRepo.choose(by, itemId, validate(savedChoiceSchema, input), clock());
      if ("refusal" in chosen) throw refused(chosen.refusal);
      return { row, ...chosen };
    },
  };
}
