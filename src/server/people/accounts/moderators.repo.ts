import type { Area } from "../../../shared/moderating/areas.ts";
import type { Query } from "../../platform/index.ts";
import { peopleWithMergedDepartments } from "../auth/merged-areas.repo.ts";

/** A moderator with all areas that count, and with those that follow from merged departments. */
export interface ModeratorWithAreas {
  email: string;
  displayName: string;
  areas: Area[];
}

/** Reads all moderators, ordered by email, without suspended accounts. */
export async function moderatorsWithAreas(db: Query): Promise<ModeratorWithAreas[]> {
  const rows = await db
    .selectFrom("moderatorArea as area")
    .innerJoin("users", "users.id", "area.userId")
    .select(["users.id", "users.email", "users.displayName", "area.universityKey", "area.departmentKey"])
    .where("users.role", "=", "student")
    .where("users.suspendedAt", "is", null)
    .orderBy("users.email")
    .execute();
  const people = [...Map.groupBy(rows, ({ id }) => id).values()].map((own) => {
    const { email, displayName } = own[0] as (typeof own)[number];
    const areas = own.map(({ universityKey, departmentKey }) => ({ universityKey, departmentKey }));
    return { email, displayName, areas };
  });
  return peopleWithMergedDepartments(db, people);
}
