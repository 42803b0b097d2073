import { provenance } from "./arithmetic.ts";
import { banglaBlogs } from "./blogs-bn.ts";
import { examBlogs } from "./blogs-en-exams.ts";
import { studyBlogs } from "./blogs-en-study.ts";
import { coverImage } from "./cover.ts";
import type { SampleItemOf } from "./types.ts";

export const sampleBlogs: SampleItemOf<"blog">[] = [...examBlogs, ...studyBlogs, ...banglaBlogs].map(
  ({ topic, blog }, n) => ({
    kind: "blog",
    fields: { topic, blog, blogImg: coverImage(n + 1) },
    ...provenance("blog", n),
  }),
);
