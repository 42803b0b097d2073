import { authorize } from "../../../shared/people/authorize.ts";
import { DomainError } from "../../../shared/problems/errors.ts";
import { maskEmail } from "../../../shared/text/mask-email.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import { reviewSchema } from "../../../shared/schemas/people.ts";
import { idPattern } from "../../../shared/schemas/text.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import { type Client, type LimitsService, newId } from "../../platform/index.ts";
import type { ReviewRow, ReviewsRepo } from "./reviews.repo.ts";

/** A review, as the API shows it (spec §3). */
export interface Review {
  _id: string;
  name: string;
  /** The masked email, because reviews are public. */
  email: string;
  comment: string;
  /** The rating from "1" to "5", in half steps. */
  rating: string;
}

export interface ReviewsDependencies {
  reviewsRepo: ReviewsRepo;
  limits: Pick<LimitsService, "take">;
  clock: () => number;
}

/** People's reviews of the site. */
export function createReviewsService({ reviewsRepo, limits, clock }: ReviewsDependencies) {
  return {
    /** The reviews, newest first. @param limit 1,000 by default */
    list: async (limit?: number): Promise<Review[]> => (await reviewsRepo.list(limit)).map(present),

    /**
     * @returns the new id
     * @throws DomainError sign_in_required, invalid_input, too_many_requests
     */
    async create(actor: Actor, input: unknown, client: Client): Promise<string> {
      const author = authorize(actor, "review");
      const { comment, rating } = validate(reviewSchema, input);
      await limits.take("review", { client, account: author.email });
      const id = newId(clock());
      await reviewsRepo.insert({ id, userId: author.id, comment, rating, createdAt: clock() });
      return id;
    },

    /** Deletes a review permanently. @throws DomainError sign_in_required, forbidden, not_found */
    async remove(actor: Actor, id: string): Promise<void> {
      const by = authorize(actor, "removeReview");
      if (!idPattern.test(id) || !(await reviewsRepo.remove(by, id))) throw new DomainError("not_found");
    },
  };
}

function present({ id, displayName, email, comment, rating }: ReviewRow): Review {
  return { _id: id, name: displayName, email: maskEmail(email), comment, rating };
}
