/**
 * Returns the end of each chain of merges, by the merged course or department. A merge that would close a circle is absent.
 * @param into what each of them was merged into
 */
export function chainEnds(into: ReadonlyMap<string, string>): Map<string, string> {
  const end = (first: string): string | undefined => {
    const seen = new Set([first]);
    let at = first;
    for (let next = into.get(at); next !== undefined; next = into.get(at)) {
      if (seen.has(next)) return undefined;
      seen.add(next);
      at = next;
    }
    return at;
  };
  return new Map(
    [...into.keys()].flatMap((first) => {
      const shown = end(first);
      return shown === undefined ? [] : [[first, shown]];
    }),
  );
}
