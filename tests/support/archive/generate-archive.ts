/**
 * An invented archive of universities in Bangladesh, generated from a seed: the same seed generates the same
 * archive. A few courses have most of the papers, and each university writes its codes in its own style.
 */
import { normalizeCode, words } from "../../../src/shared/text/words.ts";
import {
  banglaModifiers,
  banglaTopics,
  faculties,
  type Faculty,
  modifiers,
  universities,
} from "./course-titles.ts";
import { seeded } from "../../../scripts/lib/seeded.ts";

export interface GeneratedCourse {
  department: string;
  code: string;
  title: string;
  /** A Bangla title as people type it in Latin letters. */
  typed?: string;
  semester: string;
  university: string;
}

export interface GeneratedItem {
  kind: "question" | "note" | "book" | "lab";
  fields: Record<string, string>;
  course: GeneratedCourse;
  /** Epoch milliseconds. Each item is later than the one before. */
  createdAt: number;
  /** Most items are Approved. */
  status: "Approved" | "Pending" | "Cancelled";
}

export const FIRST_YEAR = 2012;
export const LAST_YEAR = 2025;
const START = Date.UTC(2020, 0);
const DAYS = 2_000 * 86_400_000;

type Random = () => number;
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

/** The styles in which universities write a code. */
const CODE_STYLES: ((letters: string, number: number) => string)[] = [
  (letters, number) => `${letters} ${number}`,
  (letters, number) => `${letters}-${number}`,
  (letters, number) => `${letters}${number}`,
  (letters, number) => `${letters} ${Math.floor(number / 10)}`,
  (letters, number) => `${letters}.${number}`,
  (letters, number) => `0${500 + (letters.charCodeAt(0) % 40)}-${number}`,
];

/** Courses, all with different codes and titles. @param count at most about ten thousand */
export function generateCourses(count: number, seed = 1): GeneratedCourse[] {
  const random = seeded(seed);
  const codes = new Set<string>();
  const titles = new Set<string>();
  const courses: GeneratedCourse[] = [];
  for (let tries = 0; courses.length < count && tries < 400 * count; tries += 1) {
    const course = random() < 0.15 ? banglaCourse(random) : englishCourse(random, courses.length > 700);
    const code = normalizeCode(course.code);
    const title = words(course.title).join(" ");
    if (codes.has(code) || titles.has(title)) continue;
    codes.add(code);
    titles.add(title);
    courses.push(course);
  }
  return courses;
}

function codeOf(random: Random, { letters }: Pick<Faculty, "letters">): { code: string; university: string } {
  const at = Math.floor(random() * universities.length);
  const number =
    1_000 * (1 + Math.floor(random() * 4)) + 100 * (1 + Math.floor(random() * 3)) + Math.floor(random() * 90);
  const style = CODE_STYLES[at % CODE_STYLES.length] as (typeof CODE_STYLES)[number];
  return { code: style(pick(random, letters), number), university: universities[at] as string };
}

function englishCourse(random: Random, isLate: boolean): GeneratedCourse {
  const total = faculties.reduce((sum, { weight }) => sum + weight, 0);
  let left = random() * total;
  const faculty = faculties.find(({ weight }) => (left -= weight) < 0) ?? (faculties[0] as Faculty);
  const topic = pick(random, faculty.topics);
  const second = isLate && random() < 0.4 ? ` with ${pick(random, faculty.topics)}` : "";
  const title = (random() < 0.3 ? topic : pick(random, modifiers).replace("*", topic)) + second;
  const semester = String(1 + Math.floor(random() * 8));
  return { department: faculty.department, title, semester, ...codeOf(random, faculty) };
}

function banglaCourse(random: Random): GeneratedCourse {
  const [topic, typedTopic] = pick(random, banglaTopics);
  const [modifier, typedModifier] = pick(random, banglaModifiers);
  return {
    department: "Bangla",
    title: modifier.replace("*", topic),
    typed: typedModifier.replace("*", typedTopic),
    semester: String(1 + Math.floor(random() * 8)),
    ...codeOf(random, { letters: ["BNG", "BAN", "ISL"] }),
  };
}

const EXAMS = ["mid", "final", "final", "class-test", "quiz", "improvement"] as const;

/** Items in the order of their creation. @param total how many */
export function* generateItems(
  courses: readonly GeneratedCourse[],
  total: number,
  seed = 2,
): Generator<GeneratedItem> {
  const random = seeded(seed);
  for (let at = 0; at < total; at += 1) {
    // Each course has an item; the first courses have most of the items.
    const course =
      at < courses.length * 3
        ? (courses[at % courses.length] as GeneratedCourse)
        : (courses[Math.floor(courses.length * random() ** 2.2)] as GeneratedCourse);
    const chance = random();
    const kind =
      at < courses.length * 2 || chance < 0.72
        ? "question"
        : chance < 0.84
          ? "note"
          : chance < 0.93
            ? "lab"
            : "book";
    const state = random();
    yield {
      kind,
      course,
      fields: fieldsOf(kind, course, random, at),
      createdAt: START + Math.floor((DAYS * at) / total),
      status: state < 0.96 ? "Approved" : state < 0.985 ? "Pending" : "Cancelled",
    };
  }
}

function fieldsOf(
  kind: GeneratedItem["kind"],
  { department, title, code, semester, university }: GeneratedCourse,
  random: Random,
  at: number,
): Record<string, string> {
  const year = String(FIRST_YEAR + Math.floor(random() ** 0.6 * (LAST_YEAR - FIRST_YEAR + 1)));
  const driveLink = `https://drive.google.com/file/d/1Made${String(at).padStart(28, "x")}/view?usp=sharing`;
  const common = { department, subject: title, university, driveLink };
  const chapter = `${pick(random, ["Chapter", "Lecture", "Unit", "Part"])} ${1 + Math.floor(random() * 12)}`;
  if (kind === "note") return { ...common, topic: `${title} ${chapter}` };
  if (kind === "lab")
    return {
      ...common,
      year,
      labName: `${title} ${pick(random, ["Report", "Manual", "Experiment"])} ${chapter}`,
    };
  if (kind === "book") {
    const author = `${pick(random, ["A.", "M.", "S.", "R."])} ${pick(random, AUTHORS)}`;
    return { subject: title, university, driveLink, bookName: title, author, edition: "2", year };
  }
  return { ...common, code, semester, year, examType: pick(random, EXAMS) };
}

const AUTHORS =
  "Rahman Hossain Chowdhury Ahmed Karim Sultana Begum Islam Das Roy Sarkar Khan Miah Akter".split(" ");
