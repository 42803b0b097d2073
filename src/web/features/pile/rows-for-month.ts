import { type FacetName, facetNames, facets } from "../../../shared/facets.ts";
import { isOfExams } from "../../../shared/item-title.ts";
import { isPaper } from "./groups.ts";
import type { ShownRow } from "./pile-view.ts";

/**
 * The ids of the rows without a month that only a month can tell from another paper of the same exam, in the archive or in
 * the pile.
 */
export function rowsForMonth(rows: readonly ShownRow[]): ReadonlySet<string> {
  const exams = Map.groupBy(rows.filter(isQuestion), (row) =>
    ["code", "year", "examType"].map((name) => foldedOf(row, name as FacetName)).join(" "),
  );
  const asking = [...exams.values()].flatMap((group) =>
    group.filter(
      (row) => !row.fields["heldIn"] && (row.hasTwin || group.some((other) => isTwin(row, other))),
    ),
  );
  return new Set(asking.map(({ id }) => id));
}

const isQuestion = (row: ShownRow): boolean =>
  isOfExams(row.kind) &&
  isPaper(row) &&
  ["code", "year", "examType"].every((name) => row.fields[name] !== undefined);

const foldedOf = ({ fields }: ShownRow, name: FacetName): string =>
  facets[name].fold(fields[name]?.value ?? "");

/** The facets that can tell two papers of one course apart, if both have a value. */
const apart = facetNames.filter((name) => facets[name].exam === "sameOrBlank");

const isTwin = (row: ShownRow, other: ShownRow): boolean =>
  other.id !== row.id &&
  apart.every((name) => {
    const [one, two] = [foldedOf(row, name), foldedOf(other, name)];
    return one === two || one === "" || two === "";
  });
