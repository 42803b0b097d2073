/** Indexes into `sampleItems` of the Approved questions of /Test.json, whose items 1 to 3 the specification's client shows. */
export const testJsonQuestions = [3, 0, 1, 2] as const;
