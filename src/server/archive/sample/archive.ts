import { sampleBlogs } from "./blogs.ts";
import { sampleBooks } from "./books.ts";
import { sampleLabs } from "./labs.ts";
import { sampleNotes } from "./notes.ts";
import { sampleQuestions } from "./questions.ts";
import { sampleSyllabi } from "./syllabi.ts";
import type { SampleItem } from "./types.ts";

/** The whole sample archive, always the same. Questions come first: indexes elsewhere rely on it. */
export const sampleItems: SampleItem[] = [
  ...sampleQuestions,
  ...sampleBooks,
  ...sampleNotes,
  ...sampleLabs,
  ...sampleSyllabi,
  ...sampleBlogs,
];
