import { seeded } from "../../../scripts/lib/seeded.ts";
import { DEPARTMENTS, type Department, type Half, halves, UNIVERSITIES } from "./courses.ts";
import type { Statement } from "./heading.ts";
import {
  banglaDigits,
  FINALS_BN,
  FINALS_EN,
  LABELS,
  SEASONS,
  semesterIn,
  TESTS_BN,
  TESTS_EN,
} from "./words.ts";

/** `mixed`: the heading is in one language, and the questions are in the other. */
export type Language = "en" | "bn" | "mixed";

/** The statements of an invented exam paper, from which a layout takes what it prints. */
export interface Paper {
  half: Half;
  language: Language;
  /** The language of the heading. */
  head: "en" | "bn";
  /** The language of the questions. */
  body: "en" | "bn";
  isTest: boolean;
  university: Statement;
  school: Statement;
  /** "Department of Physics". */
  department: Statement;
  /** The short name of the department, without a word that says so. */
  short: Statement;
  code: Statement;
  title: Statement;
  exam: Statement;
  semester: Statement | undefined;
  /** A season with its year, or the year alone; undefined if only a session or a date is printed. */
  when: Statement | undefined;
  /** "Session: 2019-2020". */
  session: Statement | undefined;
  date: Statement | undefined;
  set: Statement | undefined;
  time: string;
  marks: string;
  credit: string | undefined;
  /** `sometimes` is the label of the code, or "" on half of the papers. */
  labels: { code: string; sometimes: string; title: string; roll: string };
  /** Chooses between details of a layout. @returns a whole number from 0, less than `below` */
  choose: (below: number) => number;
}

export interface PaperWishes {
  half: Half;
  language: Language;
  /** A short test of one class, not an exam that ends a semester. */
  isTest: boolean;
  /** The same number gives the same paper. */
  number: number;
}

/** Invents a paper. Nothing on it is a real exam. */
export function inventPaper({ half, language, isTest, number }: PaperWishes): Paper {
  const random = seeded(number * 7_919 + halves.indexOf(half) * 104_729 + 17);
  const choose = (below: number) => Math.floor(random() * below);
  const pick = <T>(list: readonly T[]) => list[choose(list.length)] as T;
  const chance = (share: number) => random() < share;
  const head = language === "mixed" ? pick(["en", "bn"] as const) : language;
  const body = language === "mixed" ? (head === "en" ? "bn" : "en") : language;
  const isBangla = head === "bn";
  const digits = (text: string | number) => (isBangla ? banglaDigits(text) : String(text));
  const labels = LABELS[head];

  const university = pick(UNIVERSITIES[half]);
  const departments = DEPARTMENTS[half];
  const department = departments[(number * 5 + Math.floor(number / 6)) % departments.length] as Department;
  const [code, title, titleBn] = pick(department.courses);
  const [examName, examType, orElse] = pick(
    isTest ? (isBangla ? TESTS_BN : TESTS_EN) : isBangla ? FINALS_BN : FINALS_EN,
  );
  const hasEnglishTitle = !isBangla || language === "mixed";
  const codeLabel = pick(labels.codes);
  const dated = datesOf({ choose, pick, chance, digits, labels, isBangla, isTest });
  const setName = pick(isBangla ? ["ক", "খ"] : ["A", "B", "A", "C"]);
  const hasSet = chance(isTest ? 0.35 : 0.06);
  return {
    half,
    language,
    head,
    body,
    isTest,
    university: {
      printed: isBangla ? university.bn : university.en,
      truth: { university: isBangla ? university.bn : university.en },
    },
    school: { printed: department.school },
    department: departmentStatement(department, isBangla, choose(4)),
    short: {
      printed: isBangla ? department.bn : department.short,
      truth: { department: isBangla ? department.bn : department.short },
      tolerated: { department: [department.short, department.en] },
    },
    code: { printed: codeAsPrinted(code, choose(isTest ? 11 : 20)), truth: { code } },
    title: {
      printed: hasEnglishTitle ? title : titleBn,
      truth: { subject: hasEnglishTitle ? title : titleBn },
    },
    exam: {
      printed: examName,
      truth: examType ? { examType } : {},
      ...(orElse && { tolerated: { examType: [orElse] } }),
    },
    semester: chance(0.7) ? semesterIn(head, 1 + choose(8), choose(14)) : undefined,
    ...dated,
    set: hasSet
      ? { printed: pick([`${labels.set}: ${setName}`, `${labels.set}-${setName}`]), truth: { set: setName } }
      : undefined,
    time: `${labels.time} ${isTest ? digits(pick([30, 40, 45])) + (isBangla ? " মিনিট" : " minutes") : pick(labels.hours)}`,
    marks: `${pick(labels.marks)} ${digits(isTest ? pick([20, 25, 30]) : pick([60, 70, 72, 80, 100, 210]))}`,
    credit: chance(0.3) ? `${labels.credit} ${digits("3.00")}` : undefined,
    labels: {
      code: codeLabel,
      sometimes: chance(0.5) ? `${codeLabel} ` : "",
      title: pick(labels.titles),
      roll: labels.roll,
    },
    choose,
  };
}

interface Dice {
  choose: (below: number) => number;
  pick: <T>(list: readonly T[]) => T;
  chance: (share: number) => boolean;
  digits: (text: string | number) => string;
  labels: (typeof LABELS)["en"];
  isBangla: boolean;
  isTest: boolean;
}

/** When the exam was: a season, a year, a session, a date, or several of them. */
function datesOf({ choose, pick, chance, digits, labels, isBangla, isTest }: Dice) {
  const year = 2009 + choose(16);
  const [season, term, seasonBn] = pick(SEASONS);
  const earlier = year - choose(2) - 1;
  const span = pick([`${earlier}-${earlier + 1}`, `${earlier}-${String(earlier + 1).slice(2)}`]);
  const session: Statement = { printed: `${labels.session} ${digits(span)}` };
  const way = choose(100);
  const truth = { year: String(year) };
  const seasonal: Statement = {
    printed: `${isBangla ? seasonBn : season} ${digits(year)}`,
    truth: { ...truth, term },
  };
  const plain: Statement = { printed: digits(year), truth };
  const short: Statement = {
    printed: `${season}-${digits(String(year).slice(2))}`,
    truth: { ...truth, term },
  };
  const day = digits(`${String(1 + choose(28)).padStart(2, "0")}/${String(1 + choose(12)).padStart(2, "0")}`);
  const date: Statement = { printed: `${labels.date} ${day}/${digits(year)}`, truth };
  const alone: Statement = { ...session, tolerated: { year: [String(earlier + 1)] } };
  const none = { when: undefined, session: undefined, date: undefined };
  // Teachers date their tests in more ways than offices date exams.
  const [seasonals, plains, sessions, sessionsAlone, dates] = isTest
    ? [26, 44, 57, 70, 80]
    : [40, 71, 88, 95, 98];
  if (way < seasonals) return { ...none, when: seasonal, date: isTest && chance(0.4) ? date : undefined };
  if (way < plains) return { ...none, when: plain };
  if (way < sessions) return { ...none, when: plain, session };
  if (way < sessionsAlone) return { ...none, session: alone };
  if (way < dates) return isTest ? { ...none, date } : { ...none, when: plain, date };
  return { ...none, when: isBangla ? plain : short };
}

function departmentStatement(department: Department, isBangla: boolean, style: number): Statement {
  const { en, short, bn } = department;
  if (isBangla) {
    return { printed: `${bn} বিভাগ`, truth: { department: bn }, tolerated: { department: [short, en] } };
  }
  const tolerated = { department: [short, en] };
  const printed = [`Department of ${en}`, `Department of ${en}`, `Dept. of ${short}`, `Department of ${en}`];
  return { printed: printed[style] as string, truth: { department: style === 2 ? short : en }, tolerated };
}

/** Teachers write the codes of their tests in many ways, and offices those of exams in fewer. */
function codeAsPrinted(code: string, style: number): string {
  const [prefix = "", number = ""] = code.split(" ");
  const mixed = prefix[0] + prefix.slice(1).toLowerCase();
  const ways = [
    `${mixed} ${number}`,
    `${mixed}-${number}`,
    `${prefix}/${number}`,
    `${prefix}: ${number}`,
    `${prefix}${number}`,
    `${prefix} - ${number}`,
    `${prefix} ${number}`,
    `${prefix}-${number}`,
    `${prefix} ${number}`,
    `${prefix}-${number}`,
    `${prefix}${number}`,
  ];
  return ways[style] ?? `${prefix} ${number}`;
}
