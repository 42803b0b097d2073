/** Where the project can be found elsewhere. Sample addresses: an operator puts their own here. */
export const socialLinks = [
  { name: "Facebook", href: "https://example.edu/proshno/facebook" },
  { name: "YouTube", href: "https://example.edu/proshno/youtube" },
  { name: "LinkedIn", href: "https://example.edu/proshno/linkedin" },
] as const;

/** The achievements strip (spec §1, §9): four figures that stand as they are. Live counts are on the category cards. */
export const achievements = { questions: 170, users: 539, books: 40, asked: 60 } as const;
