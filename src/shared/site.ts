/** Who runs the archive, and where to reach them. Sample facts: an operator puts their own here. */
export const operator = {
  name: "The students who run Proshno",
  phone: "+880 0000 000000",
  email: "contact@example.edu",
  address: "Sample Road 12, Dhaka 1205, Bangladesh",
} as const;

/** Where the project can be found elsewhere. Sample addresses: an operator puts their own here. */
export const socialLinks = [
  { name: "Facebook", href: "https://example.edu/proshno/facebook" },
  { name: "YouTube", href: "https://example.edu/proshno/youtube" },
  { name: "LinkedIn", href: "https://example.edu/proshno/linkedin" },
] as const;

/** The achievements strip (spec §1, §9): four figures that stand as they are. Live counts are on the category cards. */
export const achievements = { questions: 170, users: 539, books: 40, asked: 60 } as const;
