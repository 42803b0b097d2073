import type { Place } from "../../../shared/courses.ts";

/** The column of a place in a cell: 1 is Spring, 2 is Fall, 0 the next free one; undefined takes both. */
export type At = 0 | 1 | 2 | undefined;

export interface Placed {
  place: Place;
  at: At;
}

const FIXED: Record<string, At> = { spring: 1, fall: 2 };

/**
 * Arranges the places of one exam and year in lines of two. Spring is at the left and Fall at the right, so
 * that a column of missing Falls is visible; other terms are in a second line. The only place without a term
 * takes a whole line.
 */
export function linesOf(places: readonly Place[]): Placed[][] {
  const isFixed = ({ term }: Place) => FIXED[term] !== undefined;
  const fixed = places.filter(isFixed);
  const others = places.filter((place) => !isFixed(place));
  const isOneTerm = fixed.every(({ term }) => term === fixed[0]?.term);
  // Several sets of one term need both columns.
  const isFree = fixed.length > 1 && isOneTerm;
  const first = fixed.map((place): Placed => ({ place, at: isFree ? 0 : FIXED[place.term] }));
  const isAlone = others.length === 1 && others[0]?.term === "";
  const second = others.map((place): Placed => ({ place, at: isAlone ? undefined : 0 }));
  return [first, second].filter((line) => line.length > 0);
}
