import { isEverything } from "../../../shared/moderating/areas.ts";
import { departmentKey, departmentValue } from "../../../shared/courses/departments.ts";
import { DomainError, invalid, type Problems } from "../../../shared/problems/errors.ts";
import type { ModeratorInput } from "../../../shared/schemas/moderator.ts";
import {
  type KnownUniversity,
  universityId,
  universityNameKey,
} from "../../../shared/courses/universities.ts";
import type { NamedArea } from "./people.repo.ts";

const EVERYTHING: NamedArea = { universityKey: "", departmentKey: "", university: "", department: "" };

/**
 * Looks up the universities of the areas that an admin typed, by any of their names.
 * @returns each area once; empty rows of the form are left out
 * @throws DomainError invalid_input for an unknown university, and without an area
 */
export function namedAreas(
  typed: ModeratorInput["areas"],
  universities: readonly KnownUniversity[],
): NamedArea[] {
  if (typed === "everything") return [EVERYTHING];
  const problems: Problems = {};
  const found = typed.map(({ university: name, department }, index) => {
    const university = name === "" ? "" : fullName(name, universities);
    if (university === undefined) problems[`areas.${index}.university`] = { code: "noUniversity" };
    return {
      universityKey: universityId(university ?? ""),
      departmentKey: departmentKey(department),
      university: university ?? "",
      department: departmentValue(department),
    };
  });
  if (Object.keys(problems).length > 0) throw new DomainError("invalid_input", { fields: problems });
  const areas = found.filter((area) => !isEverything(area));
  if (areas.length === 0) throw invalid("areas", "noArea");
  const once = new Map(areas.map((area) => [JSON.stringify([area.universityKey, area.departmentKey]), area]));
  return [...once.values()];
}

function fullName(typed: string, universities: readonly KnownUniversity[]): string | undefined {
  const key = universityNameKey(typed);
  return universities.find(({ name, banglaName, otherNames }) =>
    [name, banglaName, ...otherNames].some((one) => one !== "" && universityNameKey(one) === key),
  )?.name;
}
