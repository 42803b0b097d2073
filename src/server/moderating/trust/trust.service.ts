import { z } from "zod";
import { authorize } from "../../../shared/people/authorize.ts";
import { DomainError, invalid, staleVersion } from "../../../shared/problems/errors.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import { PAGE_SIZE } from "../../../shared/schemas/list-query.ts";
import { personEmailSchema, versionSchema } from "../../../shared/schemas/people.ts";
import { idSchema } from "../../../shared/schemas/text.ts";
import { trustSettingsSchema } from "../../../shared/schemas/trust.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import { qualifies, type TrustFacts } from "../../../shared/moderating/trust-settings.ts";
import type { AccountsRepo } from "../../people/index.ts";
import { decidedItem, type ResourceRow, type ResourcesRepo, type Page } from "../../library/index.ts";
import type { Contributor, ContributorsRepo, TrustedContributor, TrustOutcome } from "./contributors.repo.ts";
import type { StoredTrustSettings, TrustSettingsRepo } from "./settings.repo.ts";
import type { UncheckedFilter, UncheckedRepo } from "./unchecked.repo.ts";

export interface TrustDependencies {
  contributorsRepo: ContributorsRepo;
  trustSettingsRepo: TrustSettingsRepo;
  uncheckedRepo: UncheckedRepo;
  resourcesRepo: Pick<ResourcesRepo, "find" | "current">;
  accountsRepo: Pick<AccountsRepo, "findByEmail">;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

export interface WithFacts {
  facts: TrustFacts;
  /** Whether an admin may trust this person. */
  isQualified: boolean;
}

export interface TrustOverview {
  settings: StoredTrustSettings;
  trusted: (TrustedContributor & WithFacts)[];
  /** People who qualify, those with the most approved items first. */
  candidates: (Contributor & WithFacts)[];
  /** The person whose email the admin typed; undefined if there is no such account or no email. */
  found: (Contributor & WithFacts) | undefined;
}

export interface UncheckedPage extends Omit<Page, "isMore"> {
  /** The number of unchecked items without the filter. */
  total: number;
}

const checkSchema = z.strictObject({ id: idSchema, version: versionSchema.optional() });
const NO_FACTS: TrustFacts = { decided: 0, unchanged: 0 };

/** Trusted contributors, whose items are approved at once, and the queue of these items. */
export function createTrustService(dependencies: TrustDependencies) {
  const { contributorsRepo, trustSettingsRepo, uncheckedRepo, resourcesRepo, accountsRepo, clock } =
    dependencies;

  async function changed(email: string, act: (id: string) => Promise<TrustOutcome>) {
    const person = await accountsRepo.findByEmail(email);
    if (!person) return { matched: false, modified: false };
    const outcome = await act(person.id);
    const problem = { notQualified: "notQualified", self: "trustSelf" } as const;
    if (outcome === "notQualified" || outcome === "self")
      throw new DomainError("conflict", { fields: invalid("email", problem[outcome]).fields ?? {} });
    return { matched: true, modified: outcome === "changed" };
  }

  return {
    /**
     * The rules, the trusted contributors, and the people who qualify.
     * @param email a person whose facts the admin wants to see
     * @throws DomainError sign_in_required, forbidden
     */
    async overview(actor: Actor, email = ""): Promise<TrustOverview> {
      const by = authorize(actor, "manageTrust");
      const settings = await trustSettingsRepo.find();
      const [trusted, candidates, person] = await Promise.all([
        contributorsRepo.trusted(by),
        contributorsRepo.candidates(by, settings.items - settings.exceptions),
        email ? accountsRepo.findByEmail(email.trim().toLowerCase()) : undefined,
      ]);
      const found = person && { id: person.id, email: person.email, displayName: person.displayName };
      const ids = [...trusted, ...candidates, ...(found ? [found] : [])].map(({ id }) => id);
      const facts = await contributorsRepo.facts(by, [...new Set(ids)], settings.items);
      const withFacts = <T extends Contributor>(one: T): T & WithFacts => {
        const own = facts.get(one.id) ?? NO_FACTS;
        return { ...one, facts: own, isQualified: qualifies(own, settings) };
      };
      return {
        settings,
        trusted: trusted.map(withFacts),
        candidates: candidates.map(withFacts).filter(({ isQualified }) => isQualified),
        found: found && withFacts(found),
      };
    },

    /**
     * Changes the rules.
     * @throws DomainError sign_in_required, forbidden, invalid_input; changed_since if the rules changed meanwhile
     */
    async saveSettings(actor: Actor, input: unknown): Promise<void> {
      const by = authorize(actor, "manageTrust");
      const { version, ...settings } = validate(trustSettingsSchema, input);
      if (await trustSettingsRepo.save(version, settings, { by, at: clock() })) return;
      throw staleVersion(await trustSettingsRepo.find());
    },

    /**
     * Marks a contributor as trusted. It needs no fresh proof, because it gives the person no access.
     * @throws DomainError sign_in_required, forbidden, invalid_input, conflict if the person does not qualify, or is
     * the actor
     */
    async trust(actor: Actor, input: unknown) {
      const by = authorize(actor, "manageTrust");
      const { email } = validate(personEmailSchema, input);
      return changed(email, (id) => contributorsRepo.grant(id, { by, at: clock() }));
    },

    /** Ends the trust in a contributor. @throws DomainError sign_in_required, forbidden, invalid_input */
    async endTrust(actor: Actor, input: unknown) {
      const by = authorize(actor, "manageTrust");
      const { email } = validate(personEmailSchema, input);
      return changed(email, (id) => contributorsRepo.end(id, { by, at: clock() }));
    },

    /**
     * One page of the published items of the person's areas that nobody has checked, the oldest first.
     * @param filter `kind`, and the contributor's `email`; an unknown value finds nothing
     * @param page starts at 0
     * @throws DomainError sign_in_required, forbidden
     */
    async unchecked(
      actor: Actor,
      { kind, email }: { kind?: string | undefined; email?: string | undefined } = {},
      page = 0,
    ): Promise<UncheckedPage> {
      const by = authorize(actor, "setStatus");
      const person = email ? await accountsRepo.findByEmail(email.trim().toLowerCase()) : undefined;
      const filter: UncheckedFilter = {
        kind: kind || undefined,
        userId: email ? (person?.id ?? "") : undefined,
      };
      const [rows, count, total] = await Promise.all([
        uncheckedRepo.list(by, filter, { page, size: PAGE_SIZE }),
        uncheckedRepo.count(by, filter),
        uncheckedRepo.count(by),
      ]);
      return { rows, count, total, page, size: PAGE_SIZE };
    },

    /** Counts the unchecked items of the person's areas. @throws DomainError sign_in_required, forbidden */
    async countUnchecked(actor: Actor): Promise<number> {
      return uncheckedRepo.count(authorize(actor, "setStatus"));
    },

    /**
     * Marks a published item as checked.
     * @param input `id`, and `version`, the version that the moderator saw
     * @throws DomainError sign_in_required, forbidden, own_item, invalid_input, not_found; changed_since if the item has
     * another version
     */
    async check(actor: Actor, input: unknown): Promise<{ item: ResourceRow; modified: boolean }> {
      authorize(actor, "setStatus");
      const { id, version } = validate(checkSchema, input);
      const { item, by } = decidedItem(actor, await resourcesRepo.find(id, actor));
      const modified = await uncheckedRepo.check(id, version, { by, at: clock() });
      const now = modified ? undefined : await resourcesRepo.current(id);
      if (now && version !== undefined && now.version !== version) throw staleVersion(now);
      return { item, modified };
    },
  };
}
