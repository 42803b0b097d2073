import type { Role } from "../../../shared/people/policy.ts";
import type { StoredRole } from "../../platform/index.ts";

/** The role of a person: a student with areas is a moderator. */
export const roleOf = (stored: StoredRole, hasAreas: boolean): Role =>
  stored === "student" && hasAreas ? "moderator" : stored;
