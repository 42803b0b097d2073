import { type CourseKey, NO_UNIVERSITY } from "../../../shared/courses.ts";
import { universityId, universityNameKey } from "../../../shared/universities.ts";
import { normalizeCode } from "../../../shared/words.ts";
import type { Database } from "../../platform/index.ts";
import { shownCourse } from "../courses/course-keys.repo.ts";
import { universitiesNamed } from "../universities/university-names.repo.ts";

/** The id of the university with this name or part of an address; undefined for an unknown one. */
export async function universityKeyOf(db: Database, name: string): Promise<string | undefined> {
  if (name === NO_UNIVERSITY) return "";
  return (await universitiesNamed(db.read, db.engine, [name])).get(universityNameKey(name))?.id;
}

/** The key of a course by any name of its university and any spelling of its code, also if it has no papers now. */
export async function courseKeyOf(
  db: Database,
  { university, code }: { university: string; code: string },
): Promise<CourseKey> {
  // A university without papers may be gone, but people's rows still have its id.
  const known = university === "" ? "" : await universityKeyOf(db, university);
  const universityKey = known ?? universityId(university);
  return shownCourse(db.read, { universityKey, codeNorm: normalizeCode(code) });
}
