import type { CourseFollowTable, CourseRequestTable, Query, ResourceTable } from "../platform/index.ts";
import { deleteFollowing } from "./deletion.repo.ts";

const DAY = 24 * 60 * 60 * 1000;
/** A followed course has this many news. */
const NEWS = 3;

export interface SampleFollowing {
  resources: readonly ResourceTable[];
  requests: CourseRequestTable[];
  follows: CourseFollowTable[];
}

/** Stores the requests and follows of the sample, and the newest papers of its followed courses as their news. */
export async function insertSampleFollowing(
  trx: Query,
  { resources, requests, follows }: SampleFollowing,
  now: number,
): Promise<void> {
  await trx.insertInto("courseRequest").values(requests).execute();
  await trx.insertInto("courseFollow").values(follows).execute();
  const courses = new Map(follows.map((follow) => [keyOf(follow), follow]));
  const news = [...courses].flatMap(([key, { universityKey, codeNorm }]) =>
    resources
      .filter((item) => item.kind === "question" && item.status === "Approved" && keyOf(item) === key)
      .toSorted((one, other) => other.createdAt - one.createdAt)
      .slice(0, NEWS)
      .map(({ id }, at) => ({ itemId: id, universityKey, codeNorm, publishedAt: now - (at + 1) * DAY })),
  );
  await trx
    .insertInto("courseNews")
    .values(news)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes what sample people follow and ask for, and the news of sample items. */
export async function deleteSampleFollowing(
  trx: Query,
  { users, resources }: { users: string[]; resources: string[] },
): Promise<void> {
  for (const id of users) await deleteFollowing(trx, id);
  if (resources.length > 0) await trx.deleteFrom("courseNews").where("itemId", "in", resources).execute();
}

const keyOf = ({
  universityKey,
  codeNorm,
}: {
  universityKey: string | null;
  codeNorm: string | null;
}): string => JSON.stringify([universityKey ?? "", codeNorm]);
