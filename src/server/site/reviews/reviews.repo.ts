import type { Allowed } from "../../../shared/people/authorize.ts";
import type { Database, Query, ReviewTable } from "../../platform/index.ts";

export interface ReviewRow extends ReviewTable {
  displayName: string;
  email: string;
}

/** How many of the newest reviews a list contains. */
const REVIEW_LIMIT = 1_000;

export function createReviewsRepo(db: Database) {
  return {
    async insert(review: ReviewTable): Promise<void> {
      await db.write.insertInto("review").values(review).execute();
    },

    /** @returns whether the review existed */
    async remove(_by: Allowed<"removeReview">, id: string): Promise<boolean> {
      const { numDeletedRows } = await db.write.deleteFrom("review").where("id", "=", id).executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** The reviews, newest first. */
    async list(limit = REVIEW_LIMIT): Promise<ReviewRow[]> {
      return db.read
        .selectFrom("review")
        .innerJoin("users", "users.id", "review.userId")
        .selectAll("review")
        .select(["users.displayName", "users.email"])
        .orderBy("review.createdAt", "desc")
        .orderBy("review.id", "desc")
        .limit(limit)
        .execute();
    },
  };
}

/** Stores the reviews of the sample. */
export async function insertReviews(trx: Query, reviews: ReviewTable[]): Promise<void> {
  await trx.insertInto("review").values(reviews).execute();
}

/** Deletes the reviews of the sample. */
export async function deleteReviews(trx: Query, ids: string[]): Promise<void> {
  await trx.deleteFrom("review").where("id", "in", ids).execute();
}

export type ReviewsRepo = ReturnType<typeof createReviewsRepo>;
