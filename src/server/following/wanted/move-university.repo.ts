import { sql } from "kysely";
import { existsUnderOtherId, mergedCode, type MovedUniversity } from "../../library/index.ts";
import type { Query } from "../../platform/index.ts";

const REQUEST = ["userId", "askedCode", "year", "examType", "term"];
const FOLLOW = ["userId", "askedCode"];

/**
 * Gives the requests and follows of a university's courses to another id, when the university is renamed or merged. A person
 * who has both keeps the row of the other id. A course that is merged there becomes the course that shows its papers.
 */
export async function moveRequestsAndFollows(trx: Query, moved: MovedUniversity): Promise<void> {
  const { id, to } = moved;
  const codeOf = (askedCode: string) => mergedCode(sql`${to}`, sql.ref(askedCode));
  await trx
    .deleteFrom("courseRequest")
    .where(existsUnderOtherId("courseRequest", REQUEST, moved))
    .execute();
  await trx
    .updateTable("courseRequest")
    .set({ universityKey: to, codeNorm: codeOf("courseRequest.askedCode") })
    .where("universityKey", "=", id)
    .execute();
  await trx
    .deleteFrom("courseFollow")
    .where(existsUnderOtherId("courseFollow", FOLLOW, moved))
    .execute();
  await trx
    .updateTable("courseFollow")
    .set({ universityKey: to, codeNorm: codeOf("courseFollow.askedCode") })
    .where("universityKey", "=", id)
    .execute();
}
