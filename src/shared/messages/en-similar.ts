import type { SimilarReason } from "../items/similar.ts";
import { enConfidence } from "./en-confidence.ts";

/** Texts about possible duplicates, and about details that were read from a file. */
export const enSimilar = {
  confidence: {
    sure: enConfidence.sure.toLowerCase(),
    likely: enConfidence.likely.toLowerCase(),
    guess: enConfidence.guess.toLowerCase(),
  },
  similar: {
    /** The heading above the possible duplicates on the form. */
    title: "This may already be in the archive",
    isThere: "Possible duplicate of:",
    /** In the form, before a duplicate is found, and without JavaScript. */
    looking: "Before we save your item, we look for the same item in the archive.",
    /** In the form, as soon as one is found. @param more the number of others */
    found: (title: string, more: number) =>
      more === 0 ? `Possible duplicate: ${title}` : `Possible duplicates: ${title}, and ${more} more`,
    foundWaiting: "Possible duplicate: someone else sent the same file, link or page",
    awaits: "Someone else sent the same file, link or page. Their contribution is waiting for a moderator.",
    hint: "We haven't saved your contribution yet. If it is different, send it anyway.",
    sendAnyway: "Send anyway",
    isDifferent: "This is a different item. Don't ask me again when I send it.",
    better: {
      label: "Is this a better copy?",
      hint: "If a moderator agrees, your file takes the place of the old one, and the page names you both.",
      no: "No, it is another item",
      of: (title: string) => `This is a better copy of ${title}`,
    },
    askMonth: "Which month was the exam held?",
    monthNote: "The archive has a paper of this exam and year.",
    reasons: {
      sameFile: "The same file, byte for byte",
      sameLink: "The same link",
      samePage: "The first page looks the same",
      sameExam: "The same course, year, semester and exam",
      sameTitle: "The same title",
    } satisfies Record<SimilarReason, string>,
    /** Shown to moderators. */
    count: (count: number) =>
      count === 1 ? "1 possible duplicate" : `${count.toLocaleString("en")} possible duplicates`,
    compare: {
      title: "Compare",
      item: "This item",
      none: "This item no longer has possible duplicates.",
      intro: (count: number) =>
        count === 1
          ? "1 possible duplicate. Differences are marked."
          : `${count.toLocaleString("en")} possible duplicates. Differences are marked.`,
      differs: "different",
      blank: "not given",
      firstPage: (title: string) => `The first page of ${title}`,
      noPage: "This is a link, so there is no picture of the page.",
      pages: "Pages",
      link: "Link",
      edit: "Edit",
      report: "Report",
      cancel: "Cancel this item",
      sameAs: (title: string) => `Duplicate of ${title}`,
      replace: "Replace its file with this one",
      replaced: "File replaced",
      replacedDetail: (title: string) => `“${title}” shows the better copy now, with both names.`,
      notSame: "Not a duplicate",
      notSameTitle: "Not a duplicate",
      notSameDetail: (title: string) => `“${title}” is no longer listed as a duplicate.`,
      notSameTwice: (title: string) => `“${title}” was already marked as not a duplicate.`,
      back: "Waiting items",
    },
  },
  proposal: {
    title: "Read from the file",
    waiting: "We are still reading the pages. Their details will appear here.",
    waitingPlain: "We are still reading the pages. Reload this page to see more.",
    postponed: "The contributor reached today's limit for scanned pages. We will read these pages tomorrow.",
    none: "We found no details for this form in the file.",
    hint: "A machine read these details. Check each one before you use it.",
    use: "Use",
    useAll: "Fill in all empty fields",
    useAllPlain: "Use all",
    matches: "same as in the form",
    used: (label: string) => `${label} filled in`,
    usedAll: (count: number) =>
      count === 0
        ? "There were no empty fields to fill in"
        : count === 1
          ? "1 field filled in"
          : `${count} fields filled in`,
    filledIn: (count: number) =>
      count === 1
        ? "Filled in 1 field from the file. Check it."
        : `Filled in ${count} fields from the file. Check them.`,
    exams: (count: number) => `This PDF seems to contain ${count} exams.`,
    split: "Split it in a batch",
    readFrom: {
      sure: `Read from the file: ${enConfidence.sure.toLowerCase()}`,
      likely: `Read from the file: ${enConfidence.likely.toLowerCase()}`,
      guess: `Read from the file: ${enConfidence.guess.toLowerCase()}, check it`,
    },
    fileSays: (value: string) => `The file says “${value}”`,
    origins: { profile: "From your profile", lastContribution: "As in your last contribution" },
    reading: "We are reading the file. Its details will appear in the fields below.",
    ready: (count: number) =>
      count === 1 ? "Found 1 detail in your file" : `Found ${count} details in your file`,
  },
};
