import type { Confidence } from "../confidence.ts";
import type { SimilarReason } from "../similar.ts";

/** Words of items that look the same, and of what is read off a file. */
export const enSimilar = {
  confidence: { sure: "sure", likely: "likely", guess: "a guess" } satisfies Record<Confidence, string>,
  similar: {
    /** Before it is sent, above what looks the same. */
    title: "This may be in the archive already",
    isThere: "It looks the same as:",
    awaits: "Somebody else sent the same file, link or page, and it is awaiting moderation already.",
    hint: "Nothing was sent yet. If yours is something else, send it anyway.",
    sendAnyway: "Send anyway",
    reasons: {
      sameFile: "The same file, byte for byte",
      sameLink: "The same link",
      samePage: "The first page looks the same",
      sameExam: "The same course, year, semester and exam",
      sameTitle: "The same title",
    } satisfies Record<SimilarReason, string>,
    /** For a moderator. */
    count: (count: number) =>
      count === 1 ? "1 looks the same" : `${count.toLocaleString("en")} look the same`,
    compare: {
      title: "Compare",
      item: "This item",
      none: "Nothing in the archive looks the same as this any more.",
      intro: (count: number) =>
        count === 1
          ? "One other looks the same. Facts that differ are marked."
          : `${count.toLocaleString("en")} others look the same. Facts that differ are marked.`,
      differs: "differs",
      blank: "not given",
      firstPage: (title: string) => `The first page of ${title}`,
      noPage: "A link, without a picture of its page",
      pages: "Pages",
      link: "Link",
      edit: "Edit",
      report: "Report",
      cancel: "Cancel it",
      sameAs: (title: string) => `Same as ${title}`,
      notSame: "Not the same",
      notSameTitle: "Told apart",
      notSameDetail: (title: string) => `“${title}” is not told to look the same any more.`,
      notSameTwice: (title: string) => `“${title}” was told apart already.`,
      back: "Everything pending",
    },
  },
  proposal: {
    title: "Read from your file",
    titleForModerator: "Read from the file",
    waiting: "The pages are still being read. What they say comes here by itself.",
    waitingPlain: "The pages are still being read. Load this page again to see more.",
    postponed: "The contributor reached today's limit of scanned pages. We will read these pages tomorrow.",
    none: "Nothing was recognised that belongs in this form.",
    hint: "Check each before you use it: a machine read it.",
    use: "Use",
    useAll: "Use all for empty fields",
    useAllPlain: "Use all",
    matches: "as in the form",
    used: (label: string) => `${label} filled in`,
    usedAll: (count: number) =>
      count === 0
        ? "No empty field to fill in"
        : count === 1
          ? "1 field filled in"
          : `${count} fields filled in`,
    ready: (count: number) =>
      count === 1 ? "1 fact was read from your file" : `${count} facts were read from your file`,
  },
};
