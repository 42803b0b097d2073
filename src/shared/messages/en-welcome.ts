import { catalogue } from "./catalogue.ts";

const left: Record<number, string> = { 1: "One step is left.", 2: "Two steps are left." };

/** Texts of the first page of the dashboard, and of the page where a person chooses a university. */
export const enWelcome = {
  left: (steps: number) => left[steps] ?? "Three steps, then Proshno knows your courses.",
  steps: {
    label: "First steps",
    university: {
      title: "Choose your university",
      sentence: "Your department and its courses then come first.",
      button: "Choose university",
    },
    follow: {
      title: "Follow a course",
      sentence: "You get news when a paper or an answer arrives.",
      button: "Find a course",
    },
    add: {
      title: "Add your first paper",
      sentence: "A photo is enough; we read the heading for you.",
      button: "Add a paper",
    },
  },
  /** The first steps of the admin of an archive without items. */
  adminSteps: {
    label: "First steps",
    intro: "The archive is empty. Begin with these steps.",
    add: {
      title: "Add the first papers",
      sentence: "Choose many PDFs or photos together; we read their headings.",
      button: "Add papers",
    },
    moderators: {
      title: "Choose moderators",
      sentence: "They decide on what students of their university contribute.",
      button: "Choose moderators",
    },
    contact: {
      title: "Say how to reach you",
      sentence: "The contact page shows your address and phone number.",
      button: "Contact details",
    },
  },
  isPublic: {
    title: (kind: string, word: string) =>
      `Your ${kind === "question" ? "paper" : word.toLowerCase()} is public.`,
    followers: (count: number, isMore: boolean) =>
      count === 1
        ? "1 student follows this course."
        : `${count.toLocaleString("en")}${isMore ? "+" : ""} students follow this course.`,
    others: (count: number) => (count === 1 ? "1 more is public." : `${count} more are public.`),
    open: "Open it",
    notices: "All notices",
    dismiss: "Dismiss",
    label: "Approved",
  },
  contributions: "Your contributions",
  count: (count: number) => (count === 1 ? "1 item" : `${count.toLocaleString("en")} items`),
  waiting: (count: number) => `${count.toLocaleString("en")} pending`,
  choose: {
    title: "Choose your university",
    intro: "We then show its courses, and the papers that its students look for, first on your dashboard.",
    universityHint:
      "Type a few letters, such as “BUET” or “ঢাকা”. You can also type a name that we don't offer.",
    departmentHint: "Your dashboard then begins with the courses of this department.",
    save: "Save",
    saved: "University saved",
    savedDetail: (university: string) => `Courses and wanted papers of ${university} now come first.`,
  },
  own: (department: string, university: string) => [department, university].filter(Boolean).join(", "),
  change: "Change university",
};

export const welcomeMessages = catalogue({ en: enWelcome });
