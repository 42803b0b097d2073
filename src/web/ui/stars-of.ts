export type Star = "full" | "half" | "empty";

const STARS = 5;

/**
 * A rating as five stars (spec §3): full stars for the whole part, a half star if the fraction rounds up, and
 * empty stars for the rest.
 * @param rating 0 to 5
 */
export function starsOf(rating: number): Star[] {
  const full = Math.floor(rating);
  const half = Math.round(rating - full);
  return Array.from({ length: STARS }, (_, index) =>
    index < full ? "full" : index < full + half ? "half" : "empty",
  );
}
