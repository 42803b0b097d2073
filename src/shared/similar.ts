import type { Confidence } from "./confidence.ts";

/** Why two items look the same, the surest first. */
export const similarReasons = ["sameFile", "sameLink", "samePage", "sameExam", "sameTitle"] as const;
export type SimilarReason = (typeof similarReasons)[number];

/** How sure it is that they are: the same bytes are, one course may have had two papers in a year. */
export const confidenceOfReason: Record<SimilarReason, Confidence> = {
  sameFile: "sure",
  sameLink: "sure",
  samePage: "likely",
  sameExam: "guess",
  sameTitle: "guess",
};
