import { catalogue } from "./catalogue.ts";

const countOf = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString("en")} ${many}`;

/** Texts of the page where admins merge departments of a university. */
export const enDepartments = {
  title: (university: string) => `Departments of ${university}`,
  open: "Departments of this university",
  intro:
    "Items name these departments. If two of them are one department, such as “Statistics” and “পরিসংখ্যান”, merge them.",
  back: "The university",
  backToAll: "All departments of the university",
  all: "All departments",
  department: "Department",
  otherNames: "Other names",
  items: "Items",
  courses: "Courses",
  actions: "Actions",
  none: "No item of this university names a department.",
  merge: "Merge",
  mergeOf: (name: string) => `Merge ${name} into another department`,
  likelyTitle: "Probably one department",
  likelyIntro: "These names may mean one department. Check each pair before you merge it.",
  likely: (from: string, into: string) => `${from} and ${into}`,
  look: "Look at this merge",
  lookOf: (from: string, into: string) => `Look at this merge: ${from} into ${into}`,
  mergeTitle: (name: string) => `Merge ${name}`,
  mergeIntro: (name: string) =>
    `Choose the department that stays. ${name} becomes another name of it. Before anything changes, you see what the merge does.`,
  fields: { into: { label: "Department that stays", hint: "A department of this university" } },
  see: "Show what changes",
  changesTitle: (from: string, into: string) => `This changes if ${from} becomes ${into}`,
  moves: (items: number, courses: number, into: string) =>
    [
      `${countOf(items, "item moves", "items move")} to ${into}.`,
      courses === 0
        ? ""
        : `The approved papers among them belong to ${countOf(courses, "course", "courses")}.`,
    ]
      .filter(Boolean)
      .join(" "),
  alias: (from: string, into: string) =>
    `Forms and imports still accept ${from}, and save ${into}. Filters and old addresses with ${from} lead to ${into}.`,
  sameCourses:
    "A course that both departments have with the same code is already one course, so it stays as it is.",
  nobody: "No moderator gets more items.",
  /** Before a list of moderators who get the items of the department `of`. */
  gain: (count: number, of: string, items: number) =>
    `${countOf(count, "moderator", "moderators")} will also decide on the ${countOf(items, "item", "items")} of ${of}:`,
  more: (count: number) => `and ${count.toLocaleString("en")} more`,
  canUndo:
    "You can undo this at any time. An undo gives the department its items back, except items with a department that someone edited since.",
  confirm: (from: string, into: string) => `Merge ${from} into ${into}`,
  merged: "Departments merged",
  mergedDetail: (into: string) =>
    `The items are moving to ${into}. This takes a minute, and longer for a very large university.`,
  mergesTitle: "Merged departments",
  noMerges: "No departments have been merged.",
  shownAs: "Shown as",
  undo: "Undo",
  undoOf: (name: string) => `Undo: give ${name} its own items again`,
  /** A link in the audit trail to the page with the button. */
  undoInTrail: "Undo this merge…",
  undone: "Merge undone",
  undoneDetail: (name: string) =>
    `The items of ${name} are moving back. This takes a minute, and longer for a very large university.`,
};

export const departmentsMessages = catalogue({ en: enDepartments });
