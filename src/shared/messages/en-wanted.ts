import type { ProblemCode } from "../problem-codes.ts";

type WantedProblem = Extract<
  ProblemCode,
  "tooManyRequests" | "examNotHeld" | "examNotYet" | "examTooOld" | "tooManyFollows"
>;

/** The problems of requests and follows: what happened, and what to do. */
export const enWantedProblems: Record<WantedProblem, (label: string, param: string) => string> = {
  tooManyRequests: (_label, param) =>
    `You already asked for ${param} papers that are still missing. Take a request back, then ask again.`,
  examNotHeld: () => "A moderator recorded that this exam was not held. Choose another exam.",
  examNotYet: () => "This exam is not over yet. Ask for its paper later.",
  examTooOld: () => "We have no papers of this course from that time. Ask for a newer paper.",
  tooManyFollows: (_label, param) => `You already follow ${param} courses. Stop following one first.`,
};

const people = (count: number): string => (count === 1 ? "1 person" : `${count.toLocaleString("en")} people`);

/** Texts of requests for missing papers, and of followed courses. */
export const enWanted = {
  title: "Wanted papers",
  intro: "Students ask for these papers. If you have one, add it: everyone who asked gets a notice.",
  none: "Nobody asks for a paper here. Open a course and press “Ask for it” on a missing paper.",
  noneFound: "Nobody asks for a paper of this university or department.",
  list: "Missing papers, most wanted first",
  filters: "Show only",
  university: "University",
  department: "Department",
  show: "Show",
  showAll: "Show all",
  want: (count: number) => (count === 1 ? "1 person wants it" : `${people(count)} want it`),
  mine: (others: number) =>
    others === 0 ? "You want it" : others === 1 ? "You and 1 more want it" : `You and ${others} more want it`,
  ask: "Ask for it",
  askShort: "Ask",
  takeBack: "Take back",
  have: "I have it",
  /** The name of an exam for readers who don't see the grid. */
  about: (exam: string) => `: ${exam}`,
  exam: (examType: string, term: string, year: number) =>
    [examType, [term, String(year)].filter(Boolean).join(" ")].filter(Boolean).join(", "),
  asked: "You asked for it",
  askedDetail: (count: number) =>
    `${count === 1 ? "You are the first." : `${people(count)} want this paper.`} We tell you when it is here.`,
  exists: "The paper is here",
  existsDetail: "You don't need to ask for it. Open it below.",
  takenBack: "Request taken back",
  takenBackDetail: "You get no notice about this paper.",
  open: "Open the paper",
  asking: "Ask for this paper?",
  here: "This paper is here.",
  own: {
    title: "Your requests",
    intro: "We send you a notice when a paper is here.",
    none: "You have asked for no paper. Open a course and press “Ask for it” on a missing paper.",
    list: "Papers that you asked for",
    wanted: "Wanted papers",
  },
  near: "Wanted in your courses",
  others: "Wanted most",
  allWanted: "All wanted papers",
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
    followedDetail: (course: string) => `New papers and answers of ${course} are on your dashboard.`,
    unfollowed: "You don't follow this course any more",
    unfollowedDetail: (course: string) => `News of ${course} are no longer on your dashboard.`,
    followers: (count: number, isMore: boolean) =>
      count === 1 && !isMore
        ? "1 student follows"
        : `${count.toLocaleString("en")}${isMore ? "+" : ""} students follow`,
    title: "Followed courses",
    intro: "New papers and answers of these courses are on your dashboard.",
    mails: "Choose your emails",
    mailsHint: "You can also get them in one email a day.",
    none: "You follow no course. Open a course and press “Follow”.",
    list: "Courses that you follow",
    stop: "Stop following",
    news: "New in your courses",
    noNews: "Nothing new in your courses in the last 60 days.",
    all: "All courses that you follow",
  },
};
