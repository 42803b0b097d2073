/** How far to trust what a machine says, in words rather than numbers. */
export type Sureness = "sure" | "likely" | "guess";

/** @param confidence from 0 to 1 */
export function surenessOf(confidence: number): Sureness {
  if (confidence >= 0.9) return "sure";
  return confidence >= 0.65 ? "likely" : "guess";
}
