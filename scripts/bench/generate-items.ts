import { type Field, type Kind, standaloneKinds } from "../../src/shared/kinds/index.ts";
import type { Status } from "../../src/shared/status.ts";
import { random } from "./random.ts";

export interface GeneratedItem {
  kind: string;
  fields: Record<string, string>;
  status: Status;
  /** Epoch milliseconds. */
  createdAt: number;
}

interface Course {
  department: string;
  title: string;
  code: string;
  semester: string;
}

const DEPARTMENTS = [
  "CSE",
  "ece",
  "bba",
  "Law",
  "Mathematics",
  "Physics",
  "Chemistry",
  "Civil Engineering",
].concat(
  [
    "Mechanical Engineering",
    "Pharmacy",
    "English",
    "Economics",
    "Sociology",
    "Statistics",
    "Botany",
    "Zoology",
  ],
  ["Textile Engineering", "Architecture", "Journalism", "Bangla", "History", "Philosophy", "Geography"],
  ["Microbiology", "Agriculture", "Fisheries", "Public Health", "Islamic Studies", "Finance", "Accounting"],
);
const SUBJECTS = [
  "Data Structures",
  "Algorithms",
  "Operating Systems",
  "Databases",
  "Networks",
  "Linear Algebra",
].concat(
  ["Calculus", "Differential Equations", "Probability", "Mechanics", "Optics", "Thermodynamics", "Circuits"],
  [
    "Signals",
    "Control Systems",
    "Surveying",
    "Structural Analysis",
    "Pharmacology",
    "Organic Reactions",
    "Poetry",
  ],
  [
    "Microeconomics",
    "Macroeconomics",
    "Marketing",
    "Auditing",
    "Taxation",
    "Criminal Law",
    "Genetics",
    "Ecology",
  ],
  ["ডাটা স্ট্রাকচার", "অপারেটিং সিস্টেম", "গণিত", "পদার্থবিজ্ঞান", "রসায়ন", "পরিসংখ্যান", "বাংলা সাহিত্য"],
);
const SHAPES = [
  "%",
  "Introduction to %",
  "Advanced %",
  "% I",
  "% II",
  "% Lab",
  "Applied %",
  "% and Applications",
];
const FIELDS = [
  "Engineering",
  "Methods",
  "Theory",
  "Practice",
  "Design",
  "Analysis",
  "Systems",
  "Principles",
];
const CODES = ["{p}-{n}", "{p} {n}", "{p}{n}"];
const UNIVERSITIES = Array.from({ length: 60 }, (_, n) => `Sample University ${n + 1}`);
const COURSES = 6_000;
const FIRST_MOMENT = Date.UTC(2012, 0);
const YEARS = 14;
const YEAR = 365.25 * 86_400_000;

/** Made-up items as an archive of Bangladesh grows: a few departments, courses and universities have most of them. */
export function* itemsOf(count: number, seed = 1): Generator<GeneratedItem> {
  const next = random(seed);
  const courses = coursesOf(next);
  const others = standaloneKinds.filter(({ name }) => name !== "question");
  const question = standaloneKinds.find(({ name }) => name === "question") as Kind;
  for (let n = 0; n < count; n += 1) {
    const kind = next() < 0.6 ? question : skewed(next, others);
    const course = skewed(next, courses);
    const status = next() < 0.92 ? "Approved" : next() < 0.6 ? "Pending" : "Cancelled";
    // More with every year.
    const createdAt = Math.floor(FIRST_MOMENT + Math.sqrt(n / count) * YEARS * YEAR);
    const university = skewed(next, UNIVERSITIES);
    const fields: Record<string, string> = {};
    for (const [name, field] of Object.entries(kind.fields)) {
      const value = valueOf(name, field, { kind, course, university, createdAt, n }, next);
      if (value !== undefined) fields[name] = value;
    }
    yield { kind: kind.name, fields, status, createdAt };
  }
}

function coursesOf(next: () => number): Course[] {
  return Array.from({ length: COURSES }, (_, n) => {
    const department = skewed(next, DEPARTMENTS);
    const prefix = department
      .replace(/[^A-Za-z]/g, "")
      .slice(0, 3)
      .toUpperCase();
    const semester = 1 + Math.floor(next() * 8);
    const number = `${Math.ceil(semester / 2)}${100 + Math.floor(next() * 900)}`;
    const subject = oneOf(next, SUBJECTS) + (n % 3 ? ` ${oneOf(next, FIELDS)}` : "");
    const style = CODES[Math.floor(DEPARTMENTS.indexOf(department) % CODES.length)] ?? "";
    return {
      department,
      title: oneOf(next, SHAPES).replace("%", subject),
      code: style.replace("{p}", prefix).replace("{n}", number),
      semester: String(semester),
    };
  });
}

interface Made {
  kind: Kind;
  course: Course;
  university: string;
  createdAt: number;
  n: number;
}

function valueOf(name: string, field: Field, made: Made, next: () => number): string | undefined {
  const { course } = made;
  if (name === made.kind.title) return course.title;
  if (field.column === "university") return next() < 0.7 ? made.university : undefined;
  if (field.column === "code") return course.code;
  if (field.column === "semester") return course.semester;
  if (field.column === "subject") return course.title;
  const byType: Record<Field["type"], () => string> = {
    text: () => `${course.title} ${oneOf(next, FIELDS)}`,
    longText: () => `Notes of ${course.title} for semester ${course.semester}, part ${made.n % 9}.`,
    number: () => String(1 + (made.n % 9)),
    year: () => String(new Date(made.createdAt).getUTCFullYear() - Math.floor(next() * 3)),
    department: () => course.department,
    choice: () => skewed(next, field.options ?? [""]),
    link: () => `https://drive.google.com/file/d/${String(made.n).padStart(33, "a")}/view?usp=sharing`,
    image: () => "https://example.edu/cover.png",
  };
  return field.required || next() < 0.6 ? byType[field.type]() : undefined;
}

const oneOf = <T>(next: () => number, values: readonly T[]): T =>
  values[Math.floor(next() * values.length)] as T;

/** The first values far more often than the last, as the frequencies of words are (Zipf). */
function skewed<T>(next: () => number, values: readonly T[]): T {
  const place = Math.exp(next() * Math.log(values.length + 1)) - 1;
  return values[Math.min(values.length - 1, Math.floor(place))] as T;
}
