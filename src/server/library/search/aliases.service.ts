import { authorize } from "../../../shared/people/authorize.ts";
import { invalid } from "../../../shared/problems/errors.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import { words } from "../../../shared/text/words.ts";
import type { SearchAliasTable } from "../../platform/index.ts";
import type { AliasesRepo } from "./aliases.repo.ts";
import { z } from "zod";
import { textSchema } from "../../../shared/schemas/text.ts";

/** A short name and its meaning. */
const aliasSchema = z.strictObject({
  alias: textSchema({ required: true, max: 30, example: "dsa" }),
  phrase: textSchema({ required: true, max: 200, example: "Data Structures and Algorithms" }),
});

export interface AliasesDependencies {
  aliasesRepo: AliasesRepo;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** The short names of courses, such as DSA. */
export function createAliasesService({ aliasesRepo, clock }: AliasesDependencies) {
  return {
    /**
     * All short names in alphabetical order.
     * @throws DomainError sign_in_required, forbidden
     */
    async list(actor: Actor): Promise<SearchAliasTable[]> {
      return aliasesRepo.list(authorize(actor, "manageAliases"));
    },

    /**
     * Adds a short name.
     * @param input `alias`, one word, and `phrase`, its meaning
     * @returns false if the short name already exists
     * @throws DomainError sign_in_required, forbidden, invalid_input
     */
    async add(actor: Actor, input: unknown): Promise<boolean> {
      const by = authorize(actor, "manageAliases");
      return aliasesRepo.add(checked(input), { by, at: clock() });
    },

    /**
     * Removes a short name.
     * @returns false if there is no such short name
     * @throws DomainError sign_in_required, forbidden, invalid_input
     */
    async remove(actor: Actor, input: unknown): Promise<boolean> {
      const by = authorize(actor, "manageAliases");
      return aliasesRepo.remove(checked(input), { by, at: clock() });
    },
  };
}

/** Validates the input and normalises it to the words that the search compares. */
function checked(input: unknown): SearchAliasTable {
  const given = validate(aliasSchema, input);
  const [alias, ...others] = words(given.alias);
  if (alias === undefined || others.length > 0) throw invalid("alias", "oneWord");
  const phrase = words(given.phrase).join(" ");
  if (!phrase) throw invalid("phrase", "required");
  return { alias, phrase };
}
