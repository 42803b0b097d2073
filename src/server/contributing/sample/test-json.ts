/**
 * The indexes in `sampleItems` of the Approved questions in /Test.json. The specification's client shows
 * items 1 to 3.
 */
export const testJsonQuestions = [3, 0, 1, 2] as const;
