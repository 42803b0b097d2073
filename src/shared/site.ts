/** The achievements strip (spec §1, §9): four fixed numbers. Live counts are on the category cards. */
export const achievements = { questions: 170, users: 539, books: 40, asked: 60 } as const;
