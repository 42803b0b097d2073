import { departmentLabel, departmentValue } from "./departments.ts";
import { words } from "../text/words.ts";

/** The key of a course. The rows that belong to a course have these two columns. */
export interface CourseKey {
  /** The id of the university; "" for papers without a university. */
  universityKey: string;
  /** The normal form of the code (`normalizeCode`). */
  codeNorm: string;
}

/** A course as links and headings show it. */
export interface Course extends CourseKey {
  /** The name of the university; "" for a course without one. */
  university: string;
  /** The code as most papers spell it, or as an admin wrote it. */
  code: string;
  /** The title that most papers have, or the one that an admin wrote. */
  title: string;
}

/** The year, exam and term of a paper. `examType` and `term` are "" if they are unknown. */
export interface ExamKey {
  year: number;
  examType: string;
  term: string;
}

/** A course key as one text, such as the key of a map. */
export const courseKeyText = ({ universityKey, codeNorm }: CourseKey): string =>
  `${universityKey}\n${codeNorm}`;

/** The address of courses without a university has this instead of a slug. */
export const NO_UNIVERSITY = "-";
/** The longest part of an address that is looked up, in UTF-16 code units. */
export const LONGEST_PART = 400;
/** How many rows a page of courses has. */
export const COURSES_PAGE_SIZE = 50;

/** The words of a name, joined with hyphens: the readable part of an address. A name without words stays as it is. */
const slugOf = (name: string): string => words(name.replaceAll("&", " and ")).join("-") || name;

/** The part of an address that names a university. `universityNameKey` reads it like the name itself. */
export const universitySlug = (university: string): string =>
  university === "" ? NO_UNIVERSITY : slugOf(university);

/** The part of an address that names a department. @param value a stored value or a key, such as "ece" */
export const departmentSlug = (value: string): string => slugOf(departmentLabel(departmentValue(value)));

const encoded = (...parts: string[]): string => parts.map(encodeURIComponent).join("/");

/** The address of a course page. */
export const coursePath = ({ university, codeNorm }: Pick<Course, "university" | "codeNorm">): string =>
  `/course/${encoded(universitySlug(university), codeNorm.toLowerCase())}`;

/** The address of a university's page. @param university its name; "" for papers without a university */
export const universityPath = (university: string): string =>
  `/university/${encoded(universitySlug(university))}`;

/** The address of the page of a university's department. */
export const departmentPath = (university: string, department: string): string =>
  `/department/${encoded(universitySlug(university), departmentSlug(department))}`;

/** The papers that a course shows. */
export interface CoursePapers {
  /** The keys of the papers: the course's own, and those of the courses that were merged into it. */
  members: CourseKey[];
  /** The number of Approved papers. */
  papers: number;
}

/** The outcome of looking up an address. */
export type FoundCourse =
  | ({ found: "course"; course: Course } & CoursePapers)
  /** The course has another address now: another spelling, a merged course or a renamed university. */
  | { found: "moved"; path: string }
  /** There is no such course. `nearest` has up to five courses with similar codes. */
  | { found: "nothing"; nearest: Course[] };

/** A title of a course, or one of its departments, with the number of papers that have it. */
export interface CourseFact {
  value: string;
  papers: number;
}

/** An item of a course that is not a paper. */
export interface ShelfItem {
  id: string;
  kind: string;
  title: string;
  /** The address of its page. */
  path: string;
  year: number | null;
  /** The name of its contributor. */
  uploader: string;
}

/** The syllabi, notes, books or labs of a course. */
export interface Shelf {
  kind: string;
  total: number;
  /** The first few items: those that name the university first, then those that name none. */
  items: ShelfItem[];
  /** A list with these items. */
  path: string;
  /** The title by which the list filters, if it has other items than the shelf; "" if it has exactly these. */
  listTitle: string;
}

/** A person who shared papers of a course. */
export interface CourseContributor {
  name: string;
  papers: number;
}

/** Everything that a course page shows, except requests. It is a visitor's view for every reader. */
export interface CoursePage {
  course: Course;
  /** The titles by frequency. */
  titles: CourseFact[];
  /** The departments by frequency, as stored values. */
  departments: CourseFact[];
  /** The semester that most papers name, as its normal form; "" if none names one. */
  semester: string;
  papers: number;
  /** The answers to all papers; undefined for a course with very many papers. */
  answers: number | undefined;
  /** The input of `courseGrid`; the page adds the requests. */
  grid: Omit<GridInput, "wanted">;
  shelves: Shelf[];
  /** `isMore`: there are more than `total` contributors. `first` has those with the most papers. */
  contributors: { total: number; isMore: boolean; first: CourseContributor[] };
}

/** A course as a search shows it, with the table of its exams. */
export type CourseCard = Pick<CoursePage, "course" | "papers" | "answers" | "grid">;

/** One line of a list of courses. */
export interface ListedCourse extends Course {
  papers: number;
}

/** A university or a department with the number of its courses and papers. */
export interface CourseCount {
  /** The id of the university, or the normal form of the department; "" for none. */
  key: string;
  /** The name of the university, or the stored value of the department; "" for none. */
  name: string;
  courses: number;
  papers: number;
}

/** Some courses of a university or of one of its departments, in the order of their codes. */
export interface CoursesPage {
  courses: ListedCourse[];
  /** The number of all courses of the list. */
  total: number;
  /** The parameter `after` of the next page; undefined on the last one. */
  next: string | undefined;
}

/** The outcome of looking up the address of a university or department. `moved` has its address now. */
export type FoundPlace<Found> =
  | ({ found: "place" } & Found)
  | { found: "moved"; path: string }
  | { found: "nothing" };

/** The page of a university. */
export interface UniversityCourses extends CoursesPage {
  /** "" for papers without a university. */
  university: CourseCount;
  departments: CourseCount[];
}

/** The page of a university's department. */
export interface DepartmentCourses extends CoursesPage {
  university: Pick<CourseCount, "key" | "name">;
  department: CourseCount;
}

/** The papers of one exam and set. A course with very many papers has counts without ids. */
export interface Cell {
  /** 0 for papers without a year. */
  year: number;
  examType: string;
  term: string;
  set: string;
  heldIn: string;
  papers: number;
  /** The code of the papers: their course's, or that of a course that was merged into it. */
  codeNorm: string;
  /** The id of the paper, if this is one paper. */
  id?: string;
  /** The number of answers to this paper. */
  answers?: number;
}

export interface GridInput {
  cells: readonly Cell[];
  /** Exams that were not held, as moderators recorded; with the term "", none was held in that year. */
  notHeld: readonly ExamKey[];
  /** The last month of each term: 1 to 12, or 13 and more for a month of the next year. */
  lastMonths: Readonly<Record<string, number>>;
  /** The month today, 1 to 12, and its year. */
  now: { year: number; month: number };
  /** Missing papers that people want. */
  wanted?: readonly (ExamKey & { wanted: number; isMine: boolean })[];
}

/** One place of the grid, for a year and an exam. `term` is "" if it is unknown. */
export type Place =
  | { state: "paper"; term: string; set: string; heldIn: string; id: string; answers: number }
  /** Several papers with one code, as a count. */
  | { state: "papers"; term: string; codeNorm: string; papers: number }
  | { state: "gap"; term: string; wanted: number; isMine: boolean }
  | { state: "notHeld"; term: string }
  | { state: "notYet"; term: string };

/** Returns true if the archive has a paper of this place. */
export const hasPaper = (place: Place): place is Extract<Place, { state: "paper" | "papers" }> =>
  place.state === "paper" || place.state === "papers";

/** The grid of years and exams; see decision 072. */
export interface Grid {
  /** The columns; "" is for papers without an exam type. */
  exams: { examType: string; papers: number; missing: number }[];
  /** Newest first. `places` has one list for each column, ordered by term, month (the newest first) and set. */
  rows: { year: number; places: Place[][] }[];
  /** Papers without a year. */
  undated: Place[];
  papers: number;
  missing: number;
  /** The id of the newest final; undefined if the grid has no final with an id. */
  lastFinal: string | undefined;
  /** The gap that most people want; undefined if nobody wants any. */
  mostWanted: (ExamKey & { wanted: number }) | undefined;
}
