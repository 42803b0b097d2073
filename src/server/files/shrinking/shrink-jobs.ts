import { type JobChoice, lanes, type NewJob } from "../../platform/index.ts";

export const SHRINK_PDF = "shrinkPdf";

/** One PDF at a time in the whole archive; contributors take turns. */
export const SHRINKING: JobChoice = { lanes: [lanes.shrink], isShared: true, concurrency: 1 };

/** Makes a large PDF smaller. @param owner id of the account */
export const shrinkPdfJob = (id: string, owner: string): NewJob => ({
  kind: SHRINK_PDF,
  payload: { id },
  lane: lanes.shrink,
  owner,
  subject: id,
});
