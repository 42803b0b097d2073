import type { ReportReason } from "../schemas/feedback.ts";

const times = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

const reasons: Record<ReportReason, string> = {
  wrong: "The facts are wrong: course, year or title",
  unreadable: "The file can't be read",
  brokenLink: "The link leads nowhere",
  copyright: "It breaks a copyright",
  offensive: "It insults or harms somebody",
  other: "Something else",
};

/** Words of votes, ratings, reports and what else a details page says of an item. */
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
    savedDetail: { yes: "You say that this answer helped.", no: "You say that this answer did not help." },
    takenBack: "Vote taken back",
    takenBackDetail: "Your vote on this answer counts no more.",
    order: "What helped most comes first.",
  },
  rating: {
    title: "Ratings",
    average: (average: string, count: number) => `${average} out of 5 · ${times(count, "rating", "ratings")}`,
    /** Where there is little room. */
    brief: (average: string, count: number) => `${average} out of 5 (${count.toLocaleString("en")})`,
    none: "Nobody has rated this yet.",
    noneBrief: "No ratings yet",
    yours: "Your rating",
    rate: "Rate",
    change: "Change rating",
    signIn: "Log in to rate",
    own: "You shared this, so that the ratings are for others to give.",
    saved: "Rating saved",
    savedDetail: (rating: string) => `You rated this ${rating} out of 5. You may change it at any time.`,
  },
  related: {
    papers: "Related papers of this course",
    more: (name: string) => `More from ${name}`,
    others: (many: string) => `More ${many.toLowerCase()}`,
    allOf: (name: string) => `All of ${name}`,
    all: (many: string) => `All ${many.toLowerCase()}`,
    noYear: "Without a year",
  },
  share: {
    link: "Link to this page",
    copied: "Link copied",
    notCopied: "Copying is switched off here. The link is this page's address.",
  },
  report: {
    title: "Report",
    button: "Report",
    heading: (title: string) => `Report “${title}”`,
    intro: "Tell the people who run the archive what is wrong with it. They look at every report.",
    reasons,
    send: "Send report",
    back: "Back without a report",
    sent: "Report sent",
    sentDetail: "The people who run the archive will look at it.",
    fields: { reason: { label: "What is wrong" }, comment: { label: "What they should know" } },
  },
  feed: { title: (product: string) => `${product}: new in the archive` },
};
