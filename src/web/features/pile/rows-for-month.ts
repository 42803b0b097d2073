import { type FacetName, facetNames, facets } from "../../../shared/facets/facets.ts";
import { isOfExams } from "../../../shared/items/item-title.ts";
import { isPaper } from "./groups.ts";
import type { ShownRow } from "./pile-view.ts";

const remembered = new WeakMap<readonly ShownRow[], ReadonlySet<string>>();

/**
 * Returns the ids of the rows without a month that only a month can tell from another paper of the same exam, in the archive
 * or in the pile. Each field and card asks with the same array, so the answer for an array is remembered.
 */
export function rowsForMonth(rows: readonly ShownRow[]): ReadonlySet<string> {
  const known = remembered.get(rows);
  if (known) return known;
  const exams = Map.groupBy(rows.filter(isQuestion), (row) =>
    foldedOf(row, ["code", "year", "examType"]).join(" "),
  );
  const found = new Set([...exams.values()].flatMap(askingOf).map(({ id }) => id));
  remembered.set(rows, found);
  return found;
}

/** @param exam the rows of one exam */
function askingOf(exam: ShownRow[]): ShownRow[] {
  // Most rows of an exam have the same details, so there are few groups to compare.
  const groups = [...Map.groupBy(exam, (row) => JSON.stringify(foldedOf(row, apart))).values()].map(
    (group) => ({ group, values: foldedOf(group[0] as ShownRow, apart) }),
  );
  return groups.flatMap((one) => {
    const hasTwins =
      one.group.length > 1 || groups.some((other) => other !== one && isTwin(one.values, other.values));
    return one.group.filter((row) => !row.fields["heldIn"] && (row.hasTwin || hasTwins));
  });
}

const isQuestion = (row: ShownRow): boolean =>
  isOfExams(row.kind) &&
  isPaper(row) &&
  ["code", "year", "examType"].every((name) => row.fields[name] !== undefined);

const foldedOf = ({ fields }: ShownRow, names: readonly FacetName[]): string[] =>
  names.map((name) => facets[name].fold(fields[name]?.value ?? ""));

/** The facets that can tell two papers of one course apart, if both have a value. */
const apart = facetNames.filter((name) => facets[name].exam === "sameOrBlank");

const isTwin = (one: readonly string[], other: readonly string[]): boolean =>
  one.every((value, index) => value === other[index] || value === "" || other[index] === "");
