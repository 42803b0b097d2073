import { catalogue } from "./catalogue.ts";
import { enWanted } from "./en-wanted.ts";

const many = (count: number): string => count.toLocaleString("en");
const papers = (count: number): string => (count === 1 ? "1 paper" : `${many(count)} papers`);
const answers = (count: number): string => (count === 1 ? "1 answer" : `${many(count)} answers`);
const courses = (count: number): string => (count === 1 ? "1 course" : `${many(count)} courses`);
const want = (count: number): string => `${many(count)} ${enWanted.want(count)}`;

/** Texts of the course page, and of the pages that lead to it. */
export const enCoursePages = {
  coursePage: {
    /** The description for search engines. */
    about: (course: string, university: string) =>
      `Exam papers, answers, syllabus, notes and books of ${course}${university && ` at ${university}`}, year by year.`,
    papers,
    answers,
    someAnswers: (count: number) => (count > 0 ? answers(count) : "no answers"),
    add: "Add a paper",
    byYear: "Papers by year",
    years: (first: number, last: number) => `${first} to ${last}`,
    year: "Year",
    /** The heading of the column with papers that don't say what exam they are from. */
    otherExam: "Other",
    noYear: "No year",
    /** The name of a place in the table, for screen readers. */
    said: (exam: string, state: string) => `${exam}: ${state}`,
    situation: (here: number, missing: number) => {
      const start = here === 1 ? "1 is here" : `${many(here)} are here`;
      if (missing === 0) return `${start}.`;
      return `${start}, ${missing === 1 ? "1 is missing" : `${many(missing)} are missing`}.`;
    },
    wantedMost: "Wanted most:",
    /** The count in the head of a column. */
    hereOf: (here: number, all: number) => `${many(here)} of ${many(all)}`,
    /** The noun of this count, for screen readers. */
    hereOfPapers: "papers",
    missing: "Missing",
    want,
    /** @param others how many other people want the paper that the reader asked for */
    youAnd: (others: number) => (others > 0 ? `You and ${many(others)}` : "You asked"),
    missingSaid: (count: number) => (count > 0 ? `missing, ${want(count)}` : "missing"),
    notHeld: "Not held",
    notHeldSaid: "not held",
    /** @param term such as "Fall"; "" if the term is unknown */
    notYet: (term: string) => (term ? `${term}: not yet` : "Not yet"),
    notYetSaid: "not yet",
    show: (things: string) => `Show ${things.toLowerCase()}`,
    open: (year: string) => `Papers of ${year}`,
    legendPaper: "a paper, with the number of its answers",
    legendGap: "missing, with the number of people who want it",
    legendNone: "no exam, or not yet",
    /** Below the name of the newest final. */
    lastFinal: "The newest final",
    /** After the years without papers. */
    nothingYet: "nothing yet",
    ask: "Ask",
    doYouHave: (exam: string) => `Do you have ${exam}?`,
    waiting: (count: number) =>
      count === 1 ? "1 student is waiting for it." : `${many(count)} students are waiting for it.`,
    addFile: "Add a photo or file",
    all: (things: string, count: number) => `All ${many(count)} ${things.toLowerCase()}`,
    /** A list that can have more or fewer items than the page counts. */
    listFor: (things: string, title: string) => `${things} for “${title}”`,
    contributors: "Thanks to",
    others: (count: number) => (count === 1 ? "and 1 other" : `and ${many(count)} others`),
    noPapers: "No papers yet.",
    notFound: "We don't have this course",
    notFoundHint: "Check the code, or choose one of these courses.",
    notFoundAlone: "Check the code, or search for the course.",
    nearest: "Similar courses",
    searchFor: (code: string) => `Search for ${code}`,
    otherTitles: (titles: string) => `Also called ${titles}`,
    feed: "New papers of this course (Atom feed)",
  },
  browsing: {
    universities: "Universities",
    universitiesAbout: "Universities in Bangladesh with exam papers on Proshno, and how many each has.",
    browse: "Browse by university",
    none: "No courses here yet.",
    noneHint: "A course appears here when the archive has its first paper.",
    courses,
    counts: (courseCount: number, paperCount: number) => `${courses(courseCount)} · ${papers(paperCount)}`,
    departments: "Departments",
    departmentAbout: (department: string, university: string) =>
      `Courses of ${department}${university && ` at ${university}`}, with their exam papers and answers.`,
    universityAbout: (university: string) =>
      `Departments and courses of ${university}, with their exam papers and answers.`,
    allCourses: "Courses",
    more: "More courses",
  },
};

export const coursePagesMessages = catalogue({ en: enCoursePages });
