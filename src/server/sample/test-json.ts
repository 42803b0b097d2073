/** Indexes into `sampleItems` of the three Approved questions that are items 1 to 3 of /Test.json. */
export const testJsonQuestions = [0, 1, 2] as const;
