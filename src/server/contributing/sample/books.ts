import { isBangla, provenance, sampleLink } from "./arithmetic.ts";
import { sampleCourses } from "./courses.ts";
import type { SampleCourse, SampleItemOf } from "./types.ts";

const english = [
  (title: string) => `A First Course in ${title} (Sample)`,
  (title: string) => `${title}: Problems and Worked Answers (Sample)`,
  (title: string) => `Understanding ${title} (Sample)`,
];

const bangla = [
  (title: string) => `সহজ ভাষায় ${title} (Sample)`,
  (title: string) => `${title}: পাঠ ও অনুশীলন (Sample)`,
];

interface Edition {
  course: SampleCourse;
  bookName: string;
  author: string;
  edition: number;
  year: number;
}

/** The editions of a course's book: every second book has two editions, the others have one. */
function editionsOf(course: SampleCourse, i: number): Edition[] {
  const names = isBangla(course.title) ? bangla : english;
  const book = {
    course,
    bookName: names[i % names.length]!(course.title),
    author: `Sample Author ${(i % 9) + 1}`,
  };
  const edition = 1 + (i % 4);
  const year = 2010 + ((i * 5) % 13);
  const older = { ...book, edition, year };
  return i % 2 === 0 ? [older] : [older, { ...book, edition: edition + 1, year: year + 4 }];
}

export const sampleBooks: SampleItemOf<"book">[] = sampleCourses
  .filter((_, i) => i % 3 === 1)
  .flatMap(editionsOf)
  .map(({ course, bookName, author, edition, year }, n) => ({
    kind: "book",
    fields: {
      bookName,
      author,
      subject: course.title,
      edition: String(edition),
      year: String(year),
      driveLink: sampleLink("book", n),
      // A textbook has a university only if its contributor entered one.
      ...(n % 3 === 0 ? { university: course.university } : {}),
    },
    ...provenance("book", n, year, course.university),
  }));
