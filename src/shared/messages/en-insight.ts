import { catalogue } from "./catalogue.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const inWords = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

/** A length of time for people, such as "2 days 4 hours". */
function duration(ms: number): string {
  if (ms < HOUR) return inWords(Math.round(ms / MINUTE), "minute");
  const hours = Math.round(ms / HOUR);
  if (hours < 24) return inWords(hours, "hour");
  const days = Math.floor(hours / 24);
  const whole = inWords(Math.round(ms / DAY), "day");
  return days >= 10 || hours % 24 === 0 ? whole : `${inWords(days, "day")} ${inWords(hours % 24, "hour")}`;
}

/** Texts of the page with statistics about moderation. */
export const enInsight = {
  intro: "The last twelve weeks of moderation. Weeks begin on Sunday.",
  introOwn: "The last twelve weeks of moderation in the areas that you moderate. Weeks begin on Sunday.",
  cut: (count: number) =>
    `We counted the newest ${count.toLocaleString("en")} decisions of the archive, so the first weeks are not complete.`,
  chartHint: "The table below has the same numbers.",
  asTable: "Show the numbers as a table",
  week: "Week starting",
  duration,
  half: "Half took this time or less",
  most: "Nine of ten took this time or less",
  count: "Number",
  timeAxis: "Time, by the week in which it ended",
  decisionAxis: "Decisions in a week",
  waits: "Time from the contribution to the first decision",
  waitsNone: "No item was decided in these weeks.",
  decisions: "Decisions of each moderator",
  ownDecisions: "Your decisions",
  decisionsNone: "There were no decisions in these weeks.",
  moderator: "Moderator",
  commandLine: "Command line",
  reasons: "Reasons of rejected items",
  reasonsNone: "No item was rejected in these weeks.",
  reason: "Reason",
  share: "Share",
  noReason: "No reason",
  firstAnswers: "Time from a question to its first answer",
  firstAnswersNone: "No question got its first answer in these weeks.",
  mails: "Daily email",
  mailsOn: "You get one email a day if items wait longer than a day. It contains only counts.",
  mailsOff: "You get no email about waiting items.",
  turnOff: "Turn email off",
  turnOn: "Turn email on",
  saved: "Saved",
};

export const insightMessages = catalogue({ en: enInsight });
