import { catalogue } from "./catalogue.ts";

const people = (count: number): string => (count === 1 ? "1 person" : `${count.toLocaleString("en")} people`);

/** Texts of requests for missing papers, and of followed courses. */
export const enWanted = {
  title: "Wanted papers",
  /** A link to all of them, and its noun for screen readers. */
  all: (count: number) => `All ${count.toLocaleString("en")}`,
  allPapers: " wanted papers",
  doYouHave: "Do you have one of these?",
  intro: "Students ask for these papers. If you have one, add it, and everyone who asked gets a notice.",
  none: "Nobody has asked for a missing paper yet. Open a course and press “Ask” on a missing paper.",
  noneFound: "Nobody has asked for a missing paper of this university or department yet.",
  list: "Missing papers, most wanted first",
  filters: "Show only",
  university: "University",
  department: "Department",
  /** Below or after the number of people. */
  want: (count: number) => (count === 1 ? "wants it" : "want it"),
  mine: (others: number) =>
    others === 0 ? "You want it" : others === 1 ? "You and 1 more want it" : `You and ${others} more want it`,
  ask: "Ask for it",
  /** Instead of `ask`, if other people want the paper. */
  askToo: "Ask too",
  askShort: "Ask",
  takeBack: "Stop asking",
  have: "I have it",
  /** The name of an exam for readers who don't see the grid. */
  about: (exam: string) => `: ${exam}`,
  asked: "You asked for it",
  askedDetail: (count: number) =>
    `${count === 1 ? "You're the first to ask." : `${people(count)} want this paper.`} We'll tell you when it's here.`,
  unchanged: "Nothing changed",
  askedBefore: "You already asked for this paper. We'll tell you when it's here.",
  notAsked: "You haven't asked for this paper.",
  exists: "The paper is here",
  existsDetail: "You don't need to ask for it. Open it below.",
  takenBack: "Request removed",
  takenBackDetail: "We won't tell you about this paper.",
  open: "Open the paper",
  asking: "Ask for this paper?",
  takingBack: "Stop asking for this paper?",
  here: "This paper is here.",
  own: {
    title: "Your requests",
    intro: "We'll send you a notice when one of these papers is here.",
    none: "You haven't asked for a paper yet. Open a course and press “Ask” on a missing paper.",
    list: "Papers you asked for",
    wanted: "Wanted papers",
  },
  fields: {
    paper: { label: "Paper" },
    course: { label: "Course" },
    code: { label: "Course code" },
    year: { label: "Year" },
    examType: { label: "Exam" },
    term: { label: "Term" },
    university: { label: "University" },
  },
  follow: {
    follow: "Follow",
    followed: "You follow this course",
    followedDetail: (course: string) => `You'll see new papers and answers of ${course} on your dashboard.`,
    followedBefore: (course: string) => `You already follow ${course}.`,
    unfollowed: "You no longer follow this course",
    unfollowedDetail: (course: string) => `${course} is no longer on your dashboard.`,
    unchanged: "Nothing changed",
    notFollowed: (course: string) => `You don't follow ${course}.`,
    followers: (count: number, isMore: boolean) =>
      count === 1 && !isMore
        ? "1 student follows"
        : `${count.toLocaleString("en")}${isMore ? "+" : ""} students follow`,
    title: "Followed courses",
    intro: "You see new papers and answers of these courses on your dashboard.",
    mails: "Choose your emails",
    mailsHint: "You can also get them in one email a day.",
    none: "You don't follow a course yet. Open a course and press “Follow”.",
    list: "Courses you follow",
    unfollow: "Unfollow",
    news: "New in your courses",
    noNews: "Since you followed these courses, no new paper or answer has become public in the last 60 days.",
    all: "All courses you follow",
  },
};

export const wantedMessages = catalogue({ en: enWanted });
