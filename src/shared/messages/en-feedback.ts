import type { ReportReason } from "../schemas/feedback.ts";

const times = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

const reasons: Record<ReportReason, string> = {
  wrong: "The details are wrong: course, year or title",
  pagesMissing: "Pages are missing",
  wrongFile: "It is the wrong file",
  unreadable: "The file is unreadable",
  brokenLink: "The link doesn't work",
  copyright: "It infringes copyright",
  offensive: "It insults or harms someone",
  other: "Something else",
};

/** Texts for votes, ratings, reports and other parts of a details page. */
export const enFeedback = {
  votes: {
    question: "Did this help?",
    of: (answer: string) => `Did it help? ${answer}`,
    yes: (count: number) => `Yes (${count.toLocaleString("en")})`,
    no: (count: number) => `No (${count.toLocaleString("en")})`,
    counted: (yes: number, no: number) =>
      yes + no === 0
        ? "No votes yet"
        : `Helped ${yes.toLocaleString("en")} of ${times(yes + no, "reader", "readers")}`,
    saved: "Vote saved",
    savedDetail: { yes: "You said that this answer helped.", no: "You said that this answer didn't help." },
    takenBack: "Vote removed",
    takenBackDetail: "Your vote on this answer no longer counts.",
    order: "The most helpful answers come first.",
  },
  rating: {
    title: "Ratings",
    average: (average: string, count: number) => `${average} out of 5 · ${times(count, "rating", "ratings")}`,
    /** A short text for small spaces. */
    brief: (average: string, count: number) => `${average} out of 5 (${count.toLocaleString("en")})`,
    none: "Nobody has rated this yet.",
    yours: "Your rating",
    rate: "Rate",
    change: "Change rating",
    signIn: "Log in to rate",
    own: "You can't rate your own contribution.",
    saved: "Rating saved",
    savedDetail: (rating: string) =>
      `You rated this ${rating} out of 5. You can change your rating at any time.`,
  },
  related: {
    papers: "Related papers from this course",
    more: (name: string) => `More from ${name}`,
    others: (many: string) => `More ${many.toLowerCase()}`,
    allOf: (name: string) => `All from ${name}`,
    all: (many: string) => `All ${many.toLowerCase()}`,
  },
  share: {
    link: "Link to this page",
    copied: "Link copied",
    notCopied: "Your browser didn't let us copy the link. Copy this page's address instead.",
  },
  report: {
    title: "Report",
    button: "Report",
    heading: (title: string) => `Report “${title}”`,
    intro: "Tell us what is wrong. An admin reads every report.",
    reasons,
    send: "Send report",
    back: "Cancel",
    sent: "Report sent",
    sentDetail: "An admin will look at it.",
    fields: { reason: { label: "Problem" }, comment: { label: "Details for the admin" } },
  },
  feed: {
    title: (product: string) => `${product}: new in the archive`,
    courseTitle: (product: string, code: string, title: string) =>
      `${product}: new papers of ${[code, title].filter(Boolean).join(" ")}`,
  },
};
