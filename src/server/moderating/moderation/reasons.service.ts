import { z } from "zod";
import { authorize } from "../../../shared/people/authorize.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import { idSchema, textSchema } from "../../../shared/schemas/text.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import type { ReasonsRepo } from "./reasons.repo.ts";

/** A text that moderators return items with. */
export interface Reason {
  id: string;
  text: string;
  isRemoved: boolean;
}

export interface ReasonsDependencies {
  reasonsRepo: ReasonsRepo;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

const text = textSchema({ required: true, max: 500 });
const addSchema = z.strictObject({ text });
const changeSchema = z.strictObject({ id: idSchema, text });
const chooseSchema = z.strictObject({ id: idSchema });

/** The reasons for returning items. Admins edit the list, and moderators choose from it. */
export function createReasonsService({ reasonsRepo, clock }: ReasonsDependencies) {
  const act = (actor: Actor) => ({ by: authorize(actor, "manageReasons"), at: clock() });

  return {
    /**
     * The texts that a moderator can choose from, in their order.
     * @throws DomainError sign_in_required, forbidden
     */
    texts: async (actor: Actor): Promise<string[]> =>
      (await reasonsRepo.listOpen(authorize(actor, "setStatus"))).map((reason) => reason.text),

    /**
     * All reasons, removed ones included.
     * @throws DomainError sign_in_required, forbidden
     */
    list: async (actor: Actor): Promise<Reason[]> =>
      (await reasonsRepo.listAll(authorize(actor, "manageReasons"))).map((reason) => ({
        id: reason.id,
        text: reason.text,
        isRemoved: reason.removedAt !== null,
      })),

    /**
     * Adds a reason at the end of the list.
     * @param input `{text}`
     * @returns false if the list already has this text, or is full
     * @throws DomainError sign_in_required, forbidden, invalid_input
     */
    async add(actor: Actor, input: unknown): Promise<boolean> {
      const by = act(actor);
      return reasonsRepo.add(validate(addSchema, input).text, by);
    },

    /**
     * Changes the text of a reason. Items that were returned before keep the old text.
     * @param input `{id, text}`
     * @returns false if the reason was removed, or the list already has this text
     * @throws DomainError sign_in_required, forbidden, invalid_input
     */
    async change(actor: Actor, input: unknown): Promise<boolean> {
      const by = act(actor);
      const given = validate(changeSchema, input);
      return reasonsRepo.change(given.id, given.text, by);
    },

    /**
     * Moves a reason one place up or down.
     * @param input `{id}`
     * @returns false if the reason can't move there
     * @throws DomainError sign_in_required, forbidden, invalid_input
     */
    async move(actor: Actor, direction: "up" | "down", input: unknown): Promise<boolean> {
      const by = act(actor);
      return reasonsRepo.move(validate(chooseSchema, input).id, direction === "up" ? -1 : 1, by);
    },

    /**
     * Removes a reason from the list.
     * @param input `{id}`
     * @returns false if it was already removed
     * @throws DomainError sign_in_required, forbidden, invalid_input
     */
    async remove(actor: Actor, input: unknown): Promise<boolean> {
      const by = act(actor);
      return reasonsRepo.remove(validate(chooseSchema, input).id, by);
    },

    /**
     * Puts a removed reason at the end of the list.
     * @param input `{id}`
     * @returns false if it was not removed, or the list already has its text
     * @throws DomainError sign_in_required, forbidden, invalid_input
     */
    async restore(actor: Actor, input: unknown): Promise<boolean> {
      const by = act(actor);
      return reasonsRepo.restore(validate(chooseSchema, input).id, by);
    },
  };
}
