import type { Area } from "../../../shared/moderating/areas.ts";
import type { Query } from "../../platform/index.ts";
import { withMergedDepartments } from "../auth/merged-areas.repo.ts";

/** A moderator with all areas that count, also those that follow from merged departments. */
export interface ModeratorWithAreas {
  email: string;
  displayName: string;
  areas: Area[];
}

/** All moderators, ordered by email. */
export async function moderatorsWithAreas(db: Query): Promise<ModeratorWithAreas[]> {
  const rows = await db
    .selectFrom("moderatorArea as area")
    .innerJoin("users", "users.id", "area.userId")
    .select(["users.id", "users.email", "users.displayName", "area.universityKey", "area.departmentKey"])
    .where("users.role", "=", "student")
    .orderBy("users.email")
    .execute();
  const people = [...Map.groupBy(rows, ({ id }) => id).values()];
  return Promise.all(
    people.map(async (own) => {
      const { email, displayName } = own[0] as (typeof own)[number];
      const granted = own.map(({ universityKey, departmentKey }) => ({ universityKey, departmentKey }));
      return { email, displayName, areas: await withMergedDepartments(db, granted) };
    }),
  );
}
