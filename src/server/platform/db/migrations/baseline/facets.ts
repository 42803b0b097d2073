/** Names a column of items that lists filter by and count. Its position in a list of facets is its bit in `resourceTotal.facets`. */
export interface FacetColumn {
  /** The column of the contributor's spelling. Totals and search entries use the same name. */
  column: string;
  /** The column of the normal form, which is the same column if all spellings are normal. */
  key: string;
}

/** Lists the facets of release 0.2.0. */
export const FACETS: readonly FacetColumn[] = [
  { column: "department", key: "departmentKey" },
  { column: "year", key: "year" },
  { column: "semester", key: "semesterKey" },
  { column: "examType", key: "examType" },
  { column: "university", key: "universityKey" },
  { column: "term", key: "term" },
  { column: "set", key: "set" },
];

/** Returns true if lists and search show the contributor's spelling. They show the normal form of a semester. */
export const isSpelled = ({ column, key }: FacetColumn): boolean => key !== column && column !== "semester";
