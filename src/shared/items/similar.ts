import type { Confidence } from "./confidence.ts";

/** The reasons why two items may be duplicates, the strongest first. */
export const similarReasons = ["sameFile", "sameLink", "samePage", "sameExam", "sameTitle"] as const;
export type SimilarReason = (typeof similarReasons)[number];

/** How certain each reason is. Equal bytes are certain, but one course can have two papers in a year. */
export const confidenceOfReason: Record<SimilarReason, Confidence> = {
  sameFile: "sure",
  sameLink: "sure",
  samePage: "likely",
  sameExam: "guess",
  sameTitle: "guess",
};
