import { type FacetKeyColumn, type FacetName, facetNames, facets, type NumberFacet } from "./facets.ts";

/** The columns with the values as contributors typed them. */
export type FacetColumns = {
  [Name in FacetName]: (Name extends NumberFacet ? number : string) | null;
};
/** The separate columns for normal forms. */
export type FacetKeys = { [Name in FacetKeyColumn]: string | null };
/** The column whose values we compare for a facet. */
export const keyColumn = (name: FacetName): keyof FacetColumns | keyof FacetKeys =>
  (facets[name].key as keyof FacetKeys | undefined) ?? name;

/**
 * The column whose values are shown with their counts: the contributor's text, or the normal form if filters
 * use the normal form.
 */
export const shownColumn = (name: FacetName): keyof FacetColumns | keyof FacetKeys =>
  facets[name].asked === facets[name].fold ? keyColumn(name) : name;

/** All columns of facets in the table of items. */
export const facetColumns = [...new Set(facetNames.flatMap((name) => [name, keyColumn(name)]))];

/** @returns the value for a facet's compared column; null for a value without a normal form */
export function keyValue(name: FacetName, value: string): string | number | null {
  const key = facets[name].fold(value);
  if (key === "") return null;
  return facets[name].isNumber ? Number(key) : key;
}

/**
 * @param values the values as contributors typed them
 * @returns all facet columns, with values and normal forms; null for a facet without a value
 */
export function facetColumnsOf(values: Partial<Record<FacetName, string | null>>): FacetColumns & FacetKeys {
  const columns = facetNames.flatMap((name): [string, string | number | null][] => {
    const value = values[name] ?? null;
    const key = value === null ? null : keyValue(name, value);
    return [
      [keyColumn(name), key],
      [name, facets[name].key === undefined ? key : value],
    ];
  });
  return Object.fromEntries(columns) as FacetColumns & FacetKeys;
}
