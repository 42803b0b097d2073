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
  /** Whether the contributor must change the file before they send the item again. */
  isAboutFile: boolean;
  isRemoved: boolean;
}

export interface ReasonsDependencies {
  reasonsRepo: ReasonsRepo;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

const text = textSchema({ required: true, max: 500 });
/** A form sends the value of a ticked box only. */
const aboutFile = z
  .enum(["", "1"], { error: "invalid" })
  .default("")
  .transform((value) => (value === "1" ? 1 : 0));
const addSchema = z.strictObject({ text, aboutFile });
const changeSchema = z.strictObject({ id: idSchema, text, aboutFile });
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
        isAboutFile: reason.aboutFile === 1,
        isRemoved: reason.removedAt !== null,
      })),

    /**
     * Adds a reason at the end of the list.
     * @param input `{text, aboutFile}`
     * @returns false if the list already has this text, or is full
     * @throws DomainError sign_in_required, forbidden, invalid_input
     */
    async add(actor: Actor, input: unknown): Promise<boolean> {
      const by = act(actor);
      return reasonsRepo.add(validate(addSchema, input), by);
    },

    /**
     * Changes a reason. Items that were returned before keep the old text.
     * @param input `{id, text, aboutFile}`
     * @returns false if the reason was removed or has these values, or another reason has this text
     * @throws DomainError sign_in_required, forbidden, invalid_input
     */
    async change(actor: Actor, input: unknown): Promise<boolean> {
      const by = act(actor);
      const { id, ...values } = validate(changeSchema, input);
      return reasonsRepo.change(id, values, by);
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
