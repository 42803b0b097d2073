import { words } from "../../src/shared/text/words.ts";
import {
  FIRST_YEAR,
  type GeneratedCourse,
  type GeneratedItem,
  generateCourses,
  LAST_YEAR,
} from "../../tests/support/archive/generate-archive.ts";
import { seeded } from "../../scripts/lib/seeded.ts";
import { banglaWords } from "./bangla-words.ts";
import { type Asked, spacedCode } from "./query-classes.ts";
import { everydayTitles, type Language, sentenceForms, slotWords } from "./sentence-words.ts";

type Random = () => number;
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

/** Every second entry of a list is held out. */
const halfOf = <T>(entries: readonly T[], isHeldOut: boolean): T[] =>
  entries.filter((_, at) => (at % 2 === 1) === isHeldOut);

const TERMS = ["spring", "summer", "fall"];
/** One year of three is a year without a paper of the course. */
const MISSING = 1 / 3;
/**
 * Slots that a sentence can leave out, and how often it does. With these shares, the search of version 0.2.0 finds about
 * as much as it finds of real students' sentences (62 / 63 / 36).
 */
const OPTIONAL: Record<Language, ReadonlySet<string>> = {
  English: new Set(["ask", "polite", "old", "place"]),
  Banglish: new Set(["ask", "polite", "old", "place", "ofyear", "paper", "thing", "level"]),
  Bangla: new Set(["ask", "polite", "old", "place", "ofyear", "paper", "thing", "level"]),
};
const LEFT_OUT = 0.75;

/** A paper of a course, as the sentences name it. */
export interface Paper {
  year: string;
  term: string | undefined;
}

/**
 * Whole sentences, by language: each form for each course.
 * @param papers the visible question papers of each course
 */
export function sentenceClasses(
  courses: readonly GeneratedCourse[],
  papers: ReadonlyMap<GeneratedCourse, Paper[]>,
  isHeldOut: boolean,
): Map<string, Asked[]> {
  const random = seeded(7_000);
  const classes = Object.entries(sentenceForms).map(([language, forms]): [string, Asked[]] => [
    `sentence, ${language}`,
    halfOf(forms, isHeldOut).flatMap((form) =>
      courses.flatMap(
        (course) =>
          sentence(form, language as Language, course, papers.get(course) ?? [], random, isHeldOut) ?? [],
      ),
    ),
  ]);
  return new Map(classes);
}

function sentence(
  form: string,
  language: Language,
  course: GeneratedCourse,
  papers: readonly Paper[],
  random: Random,
  isHeldOut: boolean,
): Asked | undefined {
  const code = spacedCode(course)?.toLowerCase();
  if (form.includes("{code}") && code === undefined) return undefined;
  const isMissing = random() < MISSING;
  const years = new Set(papers.map(({ year }) => year));
  const missing = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, at) =>
    String(FIRST_YEAR + at),
  ).filter((year) => !years.has(year));
  const paper = pick(random, papers);
  const year = isMissing && missing.length > 0 ? pick(random, missing) : paper.year;
  const named: Record<string, string> = {
    c: language === "Banglish" && course.typed ? course.typed : course.title.toLowerCase(),
    code: code ?? "",
    year,
    yy: year.slice(2),
    term: paper.term ?? pick(random, TERMS),
  };
  const text = form
    .replace(/\{(\w+)\}/g, (_, slot: string) => {
      const fixed = named[slot];
      if (fixed !== undefined) return fixed;
      const isLeftOut = OPTIONAL[language].has(slot) && random() < LEFT_OUT;
      return isLeftOut ? "" : pick(random, halfOf(slotWords[slot]?.[language] ?? [], isHeldOut));
    })
    .replace(/\s+/g, " ")
    .trim();
  const asksYear = /\{yy|\{year/.test(form) && years.has(year);
  return { text, isMeant: (item) => item.course === course && (!asksYear || item.year === year) };
}

/** A title of a course and one everyday word, in any order. */
export function everydayClass(courses: readonly GeneratedCourse[], isHeldOut: boolean): Asked[] {
  const random = seeded(8_000);
  const all = Object.entries(slotWords).flatMap(([slot, byLanguage]) =>
    slot === "exam" || slot === "level"
      ? []
      : Object.values(byLanguage).flatMap((each) => halfOf(each, isHeldOut)),
  );
  return [...new Set(all)].map((word) => {
    const course = pick(random, courses);
    const text = random() < 0.5 ? `${course.title} ${word}` : `${word} ${course.title}`;
    return { text: text.toLowerCase(), isMeant: (item) => item.course === course };
  });
}

/** A title and a year in which the course has no paper. The first result must still be of this course. */
export function missingYearClass(
  courses: readonly GeneratedCourse[],
  papers: ReadonlyMap<GeneratedCourse, Paper[]>,
): Asked[] {
  return courses.flatMap((course) => {
    const years = new Set(papers.get(course)?.map(({ year }) => year));
    const missing = [2019, 2021, 2018, 2022, 2016].map(String).find((year) => !years.has(year));
    if (missing === undefined) return [];
    return [{ text: `${course.title} ${missing}`, isMeant: (item) => item.course === course }];
  });
}

/** Banglish, and Bangla with mistakes. */
export function banglaClasses(isHeldOut: boolean): Map<string, Asked[]> {
  const squeezed = (title: string) => words(title).join("");
  const asked = (script: "Banglish" | "Bangla") =>
    banglaWords
      .filter((word) => word.script === script && word.isHeldOut === isHeldOut)
      .map(({ title, typed }): Asked => {
        const meant = squeezed(title);
        return { text: typed, isMeant: ({ course }) => squeezed(course.title).includes(meant) };
      });
  return new Map([
    ["Banglish words", asked("Banglish")],
    ["misspelt Bangla words", asked("Bangla")],
  ]);
}

/** Words that are known but never occur together, and unknown words: expensive searches without a result. */
export function hostileClass(courses: readonly GeneratedCourse[]): Asked[] {
  const random = seeded(9_000);
  const word = () => pick(random, words(pick(random, courses).title));
  const unknown = () => [..."bdgklmnprstb"].map((letter) => letter + pick(random, [..."aoeiu"])).join("");
  const text = (make: () => string) => Array.from({ length: 12 }, make).join(" ");
  return Array.from({ length: 60 }, (_, at) => ({
    text: text(
      [word, unknown, () => word().slice(0, 5), () => `${word().slice(0, 6)}zz`][at % 4] as () => string,
    ),
    isMeant: () => true,
  }));
}

/**
 * The generated items with terms for half of the papers, and with items whose titles have everyday words or
 * the Bangla words.
 */
export function withMoreItems(items: readonly GeneratedItem[]): GeneratedItem[] {
  const random = seeded(10_000);
  const terms = items.map((item): GeneratedItem => {
    const hasTerm = item.kind === "question" && random() < 0.5;
    return hasTerm ? { ...item, fields: { ...item.fields, term: pick(random, TERMS) } } : item;
  });
  const last = items.at(-1)?.createdAt ?? 0;
  const [sample] = generateCourses(1) as [GeneratedCourse];
  const titles = [...everydayTitles, ...new Set(banglaWords.map(({ title }) => title))];
  const more = titles.map((title, at): GeneratedItem => {
    const code = `GEN ${7_000 + at}`;
    const course = { ...sample, code, title, department: "General" };
    const fields = {
      department: "General",
      subject: title,
      code,
      year: "2019",
      semester: "1",
      university: course.university,
    };
    const driveLink = `https://drive.google.com/file/d/1More${String(at).padStart(28, "x")}/view?usp=sharing`;
    return {
      kind: "question",
      course,
      fields: { ...fields, driveLink },
      createdAt: last + 1 + at,
      status: "Approved",
    };
  });
  return [...terms, ...more];
}
