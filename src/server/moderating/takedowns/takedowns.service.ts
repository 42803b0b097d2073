import { authorize } from "../../../shared/people/authorize.ts";
import { DomainError, invalid } from "../../../shared/problems/errors.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import {
  decideTakedownSchema,
  takedownSchema,
  type TakedownOutcome,
} from "../../../shared/schemas/takedown.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import { type AccountsRepo, adminAddresses } from "../../people/index.ts";
import {
  mailLimitsFor,
  type Client,
  type LimitsService,
  type MailService,
  newId,
} from "../../platform/index.ts";
import type { ResourcesRepo } from "../../library/index.ts";
import type { OpenTakedown, TakedownsRepo } from "./takedowns.repo.ts";

export interface TakedownsDependencies {
  takedownsRepo: TakedownsRepo;
  resourcesRepo: Pick<ResourcesRepo, "find">;
  accountsRepo: Pick<AccountsRepo, "listAdmins">;
  mail: MailService;
  limits: Pick<LimitsService, "take" | "allowance">;
  /** Removes bytes that no file uses. If the removal fails, the sweep does it later. */
  discard: (sha256s: string[]) => Promise<void>;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

export interface DecidedTakedown {
  outcome: TakedownOutcome;
  /** The item's title at the time of the claim. */
  title: string;
  /** Whether the decision removed the item. An item that was already removed doesn't change. */
  hid: boolean;
}

/** Claims that an item infringes copyright, and the admins' decisions. */
export function createTakedownsService(dependencies: TakedownsDependencies) {
  const { takedownsRepo, resourcesRepo, accountsRepo, mail, limits, discard, clock } = dependencies;

  return {
    /**
     * Stores a claim and mails it to each admin; many claims are combined in a digest. Visitors can send a
     * claim, because the owner of a work may have no account.
     * @param input the fields of the form; `item` is the address of an item that visitors can see
     * @throws DomainError invalid_input, too_many_requests
     */
    async claim(input: unknown, client: Client): Promise<void> {
      const { item, goodFaith: _given, ...claim } = validate(takedownSchema, input);
      const row = await resourcesRepo.find(item.id, undefined, item.kind);
      if (!row) throw invalid("item", "notHere");
      await limits.take("takedown", { client });
      const params = { ...claim, title: row.title };
      const mails = (await adminAddresses(accountsRepo)).map((to) => ({
        to,
        replyTo: claim.email,
        template: "takedownClaim" as const,
        params,
        ...mailLimitsFor(limits, "takedown", to),
      }));
      const now = clock();
      const undecided = { decidedAt: null, decidedBy: null, outcome: null, note: null };
      const about = { itemId: row.id, itemKind: row.kind, itemTitle: row.title };
      await takedownsRepo.insert(
        { ...claim, ...about, ...undecided, id: newId(now), createdAt: now },
        (within) => mail.send(mails, within),
      );
    },

    /**
     * The open claims, oldest first.
     * @throws DomainError sign_in_required, forbidden
     */
    async list(actor: Actor): Promise<OpenTakedown[]> {
      return takedownsRepo.listOpen(authorize(actor, "decideTakedowns"));
    },

    /**
     * Accepts a claim and hides its item at once, or rejects the claim. The claimant gets a mail.
     * @param input `{id, outcome, note}`
     * @throws DomainError sign_in_required, forbidden, invalid_input, not_found; changed_since if another
     * admin has already decided
     */
    async decide(actor: Actor, input: unknown): Promise<DecidedTakedown> {
      const by = authorize(actor, "decideTakedowns");
      const { id, outcome, note } = validate(decideTakedownSchema, input);
      const claim = await takedownsRepo.current(id);
      if (!claim) throw new DomainError("not_found");
      const { email: to, itemTitle: title } = claim;
      const reply =
        outcome === "accepted"
          ? { to, template: "takedownAccepted" as const, params: { title } }
          : { to, template: "takedownRefused" as const, params: { title, note } };
      const act = { by, at: clock() };
      const decided = await takedownsRepo.decide(claim, { outcome, note, act }, (within) =>
        mail.send<typeof reply.template>([reply], within),
      );
      if (!decided) throw new DomainError("changed_since");
      await discard(decided.freed);
      return { outcome, title, hid: decided.hid };
    },
  };
}
