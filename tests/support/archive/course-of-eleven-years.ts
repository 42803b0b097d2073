import { coursePath } from "../../../src/shared/courses/courses.ts";
import { normalizeCode } from "../../../src/shared/text/words.ts";
import { insertItem, insertItems, insertPerson } from "./factories.ts";
import type { TestArchive } from "../platform/archive.ts";

/** The time at which the course is shown, in epoch milliseconds: after the last Spring and before the last Fall ends. */
export const NOVEMBER_2026 = Date.UTC(2026, 10, 10);

export const course = {
  code: "CSE 2103",
  title: "Data Structures",
  university: "Sample Science University",
  department: "CSE",
};
export const path = coursePath({ university: course.university, codeNorm: normalizeCode(course.code) });

/** The papers of each year: exam, term and set, with the number of answers. "yearly" is a paper without a term. */
const years: Record<number, string> = {
  2026: "class-test:spring-A=0 class-test:spring-B=1 mid:spring=2",
  2025: "class-test:spring=1 mid:spring=4 mid:fall=2 final:spring=6",
  2024: "mid:spring=3 mid:fall=3 final:spring=5 final:fall=4",
  2023: "class-test:spring-A=2 class-test:spring-B=0 mid:spring=2 final:spring=7 final:fall=3",
  2022: "mid:spring=1 mid:fall=0 final:spring=4 final:fall=2",
  2021: "class-test:fall=1 mid:spring=5 mid:fall=1 final:fall=6",
  2020: "mid:fall=1 final:fall=3",
  2019: "mid:yearly=2 final:yearly-A=4 final:yearly-B=2",
  2018: "mid:yearly=1 final:yearly=5",
  2017: "final:yearly=2",
  2016: "final:yearly=8",
};

/** Exams that were not held: year, exam and term. */
const notHeld: [year: number, examType: string, term: string][] = [
  [2021, "class-test", "spring"],
  [2020, "class-test", ""],
  [2020, "mid", "spring"],
  [2020, "final", "spring"],
];

/** The numbers of the course, counted by hand from the table above. */
export const counted = { papers: 33, answers: 93 };

interface Paper {
  year: string;
  examType: string;
  term: string;
  set: string;
  answers: number;
}

const papers = Object.entries(years).flatMap(([year, line]) =>
  line.split(" ").map((text): Paper => {
    const [, examType = "", term = "", set = "", answers] = /^(.+):(\w+)(?:-(\w))?=(\d+)$/.exec(text) ?? [];
    return { year, examType, term: term === "yearly" ? "" : term, set, answers: Number(answers) };
  }),
);

/** Stores a course with the papers of eleven years, and with notes, books, labs and syllabi. */
export async function insertCourse(archive: TestArchive): Promise<void> {
  const { code, title: subject, university, department } = course;
  const common = { code, subject, university, department, semester: "3", heldIn: "" };
  const people = ["student4", "student9"].map((name) => ({
    id: `id-${name}`,
    displayName: name,
    email: `${name}@example.edu`,
  }));
  for (const { displayName } of people) await insertPerson(archive, displayName);
  const ids = await insertItems(
    archive,
    "question",
    papers.map(({ answers: _answers, ...exam }, index) => {
      const uploader = people[index % 3];
      return { ...(uploader && { uploader }), fields: { ...common, ...exam } };
    }),
  );
  const answers = papers.flatMap((paper, index) =>
    Array.from({ length: paper.answers }, () => ({ parentId: ids[index] as string })),
  );
  await insertItems(archive, "answer", answers);
  const named = { university, department, subject };
  await insertItem(archive, "note", { fields: { ...named, topic: "Trees and heaps in nine pages" } });
  await insertItem(archive, "note", { fields: { ...named, topic: "হ্যাশিং: হাতে লেখা নোট" } });
  for (const number of [1, 2, 3, 4])
    await insertItem(archive, "lab", { fields: { ...named, labName: `Lab ${number}: Binary search tree` } });
  await insertItem(archive, "book", {
    fields: { ...named, bookName: "A First Course in Data Structures", author: "A. Writer" },
  });
  await insertItem(archive, "syllabus", {
    fields: { university, syllabusName: department, year: "2022" },
  });
  const codeNorm = normalizeCode(code);
  const universityKey = university.toLowerCase();
  for (const [year, examType, term] of notHeld)
    await archive.db.write
      .insertInto("examNotHeld")
      .values({ universityKey, codeNorm, year, examType, term, createdAt: NOVEMBER_2026 })
      .execute();
  // Until then, the name of a new university is its id.
  await archive.services.universities.reconcile();
  await archive.services.universities.reconcile();
}
