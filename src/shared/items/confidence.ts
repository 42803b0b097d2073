/** The confidence in a machine's result, as words instead of numbers. */
export type Confidence = "sure" | "likely" | "guess";

/** @param confidence between 0 and 1 */
export function confidenceOf(confidence: number): Confidence {
  if (confidence >= 0.9) return "sure";
  return confidence >= 0.65 ? "likely" : "guess";
}
