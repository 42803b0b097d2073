/** How far to trust what a machine says, in words rather than numbers. */
export type Confidence = "sure" | "likely" | "guess";

/** @param confidence from 0 to 1 */
export function confidenceOf(confidence: number): Confidence {
  if (confidence >= 0.9) return "sure";
  return confidence >= 0.65 ? "likely" : "guess";
}
