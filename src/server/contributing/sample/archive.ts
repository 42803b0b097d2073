import { sampleBooks } from "./books.ts";
import { sampleLabs } from "./labs.ts";
import { sampleNotes } from "./notes.ts";
import { sampleQuestions } from "./questions.ts";
import { sampleSyllabi } from "./syllabi.ts";
import type { SampleItem, SampleItemOf } from "./types.ts";
import { provenance } from "./arithmetic.ts";
import { banglaBlogs } from "./blogs-bn.ts";
import { examBlogs } from "./blogs-en-exams.ts";
import { studyBlogs } from "./blogs-en-study.ts";
import { coverImage } from "./cover.ts";

const sampleBlogs: SampleItemOf<"blog">[] = [...examBlogs, ...studyBlogs, ...banglaBlogs].map(
  ({ topic, blog }, n) => ({
    kind: "blog",
    fields: { topic, blog, blogImg: coverImage(n + 1) },
    ...provenance("blog", n),
  }),
);

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
