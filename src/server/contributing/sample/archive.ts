import { sampleBlogs } from "./blogs.ts";
import { sampleBooks } from "./books.ts";
import { sampleLabs } from "./labs.ts";
import { sampleNotes } from "./notes.ts";
import { sampleQuestions } from "./questions.ts";
import { sampleSyllabi } from "./syllabi.ts";
import type { SampleItem } from "./types.ts";

/**
 * All items of the sample, which are always the same. Questions come first, because the indexes in other
 * files depend on this order.
 */
export const sampleItems: SampleItem[] = [
  ...sampleQuestions,
  ...sampleBooks,
  ...sampleNotes,
  ...sampleLabs,
  ...sampleSyllabi,
  ...sampleBlogs,
];
