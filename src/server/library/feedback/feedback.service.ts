import { authorize } from "../../../shared/people/authorize.ts";
import { DomainError } from "../../../shared/problems/errors.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import type { Actor, User } from "../../../shared/people/policy.ts";
import {
  dismissSchema,
  itemRatingSchema,
  reportSchema,
  voteSchema,
} from "../../../shared/schemas/feedback.ts";
import { idPattern } from "../../../shared/schemas/text.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import { type Client, type LimitsService, newId } from "../../platform/index.ts";
import type { ResourceRow, ResourcesRepo } from "../items/resources.repo.ts";
import type { BrokenLinks } from "./broken-links.ts";
import type { FeedbackRepo, ReportedItem, Votes } from "./feedback.repo.ts";

export interface FeedbackDependencies {
  feedbackRepo: FeedbackRepo;
  resourcesRepo: Pick<ResourcesRepo, "find">;
  limits: Pick<LimitsService, "take">;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
  brokenLinks: Pick<BrokenLinks, "reportBrokenLink">;
}

/** Readers' feedback on items: votes on answers, half-star ratings, and reports. */
export function createFeedbackService(dependencies: FeedbackDependencies) {
  const { feedbackRepo, resourcesRepo, limits, clock, brokenLinks } = dependencies;

  /** An item that every visitor can see. For a hidden item, it throws not_found, even for an admin. */
  async function publicItem(kindName: string, id: string): Promise<ResourceRow> {
    const row = idPattern.test(id) ? await resourcesRepo.find(id, undefined, kindName) : undefined;
    if (!row) throw new DomainError("not_found");
    return row;
  }

  return {
    /**
     * Stores whether a person found an answer helpful. A person has one vote on each answer and can change or
     * remove it.
     * @param input `{helpful}`: "yes", "no", or "none" to remove the vote
     * @throws DomainError sign_in_required, invalid_input, not_found, forbidden for the person's own answer,
     *   too_many_requests
     */
    async vote(actor: Actor, kindName: string, id: string, input: unknown, client: Client): Promise<void> {
      authorize(actor, "useAccount");
      const { helpful } = validate(voteSchema, input);
      if (!kindNamed(kindName).parent) throw new DomainError("not_found");
      const voter = authorize(actor, "vote", await publicItem(kindName, id));
      await limits.take("vote", { client, account: voter.email });
      const vote = { itemId: id, voter };
      if (helpful === "none") await feedbackRepo.takeBack(vote);
      else await feedbackRepo.vote({ ...vote, helpful: helpful === "yes" ? 1 : 0, votedAt: clock() });
    },

    /** The votes on a question's answers that this reader sees, by answer id. */
    votesBelow: (actor: Actor, parentId: string): Promise<Record<string, Votes>> =>
      feedbackRepo.votesBelow(parentId, actor),

    /**
     * Rates an item that is not an answer. A person has one rating of each item and can change it.
     * @param input `{rating}`: 1 to 5 in steps of 0.5
     * @throws DomainError sign_in_required, invalid_input, not_found, forbidden for the person's own item,
     *   too_many_requests
     */
    async rate(actor: Actor, kindName: string, id: string, input: unknown, client: Client): Promise<void> {
      authorize(actor, "useAccount");
      const { rating } = validate(itemRatingSchema, input);
      if (kindNamed(kindName).parent) throw new DomainError("not_found");
      const rater = authorize(actor, "rate", await publicItem(kindName, id));
      await limits.take("rating", { client, account: rater.email });
      await feedbackRepo.rate({ itemId: id, rater, halves: Number(rating) * 2, ratedAt: clock() });
    },

    /** Whether the page of an item shows data of this person: their item, answer, rating or vote. */
    hasPart: (person: User, id: string): Promise<boolean> => feedbackRepo.hasPart(id, person),

    /** The reader's own rating of an item, "1" to "5" in steps of 0.5. */
    async ownRating(actor: Actor, id: string): Promise<string | undefined> {
      const halves = actor && (await feedbackRepo.ownRating(id, actor));
      return halves === undefined ? undefined : String(halves / 2);
    },

    /**
     * Reports a problem with an item to the admins. Visitors can report, because the author of an uploaded
     * book may have no account.
     * @param input `{reason, comment}`
     * @throws DomainError invalid_input, not_found, too_many_requests
     */
    async report(actor: Actor, kindName: string, id: string, input: unknown, client: Client): Promise<void> {
      const report = validate(reportSchema, input);
      await publicItem(kindName, id);
      await limits.take("report", { client, account: actor?.email });
      const now = clock();
      await feedbackRepo.report({
        ...report,
        id: newId(now),
        itemId: id,
        userId: actor?.id ?? null,
        createdAt: now,
        handledAt: null,
      });
    },

    /**
     * Items with open reports, the most recently reported first.
     * @throws DomainError sign_in_required, forbidden
     */
    async listReports(actor: Actor): Promise<ReportedItem[]> {
      return feedbackRepo.listReported(authorize(actor, "readReports"));
    },

    /**
     * Dismisses all reports of an item that the admin saw. The item itself doesn't change.
     * @param input `{id, until}`: the item's id, and the time of the newest report that the admin saw, in
     * epoch milliseconds
     * @returns the number of dismissed reports
     * @throws DomainError sign_in_required, forbidden, invalid_input
     */
    async dismissReports(actor: Actor, input: unknown): Promise<number> {
      const by = authorize(actor, "readReports");
      const { id, until } = validate(dismissSchema, input);
      return feedbackRepo.dismiss(id, until, { by, at: clock() });
    },

    reportBrokenLink: brokenLinks.reportBrokenLink,
  };
}
