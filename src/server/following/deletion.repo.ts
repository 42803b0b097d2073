import type { Query } from "../platform/index.ts";

/** Deletes a person's saved lists, followed courses and requests. */
export async function deleteFollowing(trx: Query, userId: string): Promise<void> {
  await trx.deleteFrom("savedList").where("userId", "=", userId).execute();
  await trx.deleteFrom("courseFollow").where("userId", "=", userId).execute();
  await deleteRequests(trx, userId);
}

/** Deletes the person's requests in the order of their exams, because each one locks a row that people share. */
async function deleteRequests(trx: Query, userId: string): Promise<void> {
  const exam = ["universityKey", "askedCode", "year", "examType", "term"] as const;
  const own = await trx
    .selectFrom("courseRequest")
    .select(exam)
    .where("userId", "=", userId)
    .orderBy("universityKey")
    .orderBy("codeNorm")
    .orderBy("year")
    .orderBy("examType")
    .orderBy("term")
    .execute();
  for (const request of own) {
    let one = trx.deleteFrom("courseRequest").where("userId", "=", userId);
    for (const column of exam) one = one.where(column, "=", request[column]);
    await one.execute();
  }
}
