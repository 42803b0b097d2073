import type { Statement } from "./heading.ts";

/** How an exam is named, and its value in the archive; no value if the name does not state the type. */
type Exam = [printed: string, value: string | undefined, tolerated?: string];

/** Exams that end a semester, and that bound volumes and question banks contain. */
export const FINALS_EN: Exam[] = [
  ["Semester Final Examination", "final"],
  ["Final Examination", "final"],
  ["Term Final Examination", "final"],
  ["Final Exam", "final"],
  ["Semester Examination", undefined],
  ["Trimester Final Examination", "final"],
  ["Semester Final Examination", "final"],
  ["Improvement Examination", "improvement"],
  ["Term Final Examination", "final"],
  ["Semester Final Exam", "final"],
  ["Final Examination", "final"],
];
export const TESTS_EN: Exam[] = [
  ["Mid Term Examination", "mid"],
  ["Mid Assessment", "mid"],
  ["Mid-Semester Examination", "mid"],
  ["Class Test - 2", "class-test"],
  ["Mid Assessment", "mid"],
  ["Quiz 3", "quiz"],
  ["CT-1", "class-test"],
  ["Midterm Exam", "mid"],
];
export const FINALS_BN: Exam[] = [
  ["সেমিস্টার ফাইনাল পরীক্ষা", "final"],
  ["চূড়ান্ত পরীক্ষা", "final"],
  ["সেমিস্টার পরীক্ষা", undefined],
  ["সমাপনী পরীক্ষা", "final"],
  ["ফাইনাল পরীক্ষা", "final"],
  ["সেমিস্টার সমাপনী পরীক্ষা", "final"],
];
export const TESTS_BN: Exam[] = [
  ["মিডটার্ম পরীক্ষা", "mid"],
  ["ক্লাস টেস্ট-২", "class-test"],
  ["মধ্যবর্তী পরীক্ষা", "mid"],
];

export const SEASONS = [
  ["Spring", "spring", "স্প্রিং"],
  ["Summer", "summer", "সামার"],
  ["Fall", "fall", "ফল"],
  ["Autumn", "fall", "শরৎ"],
  ["Winter", "winter", "শীত"],
] as const;

const ORDINALS_EN = ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th"];
const NAMES_EN = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"];
const ROMANS = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII"];
const ORDINALS_BN = ["১ম", "২য়", "৩য়", "৪র্থ", "৫ম", "৬ষ্ঠ", "৭ম", "৮ম"];
const NAMES_BN = ["প্রথম", "দ্বিতীয়", "তৃতীয়", "চতুর্থ", "পঞ্চম", "ষষ্ঠ", "সপ্তম", "অষ্টম"];

/** @param semester from 1 to 8 @param style any whole number; each number is a spelling */
export function semesterIn(language: "en" | "bn", semester: number, style: number): Statement {
  const [year, half] = [Math.ceil(semester / 2), 2 - (semester % 2)];
  const at = (words: string[], number: number) => words[number - 1] as string;
  const yearAndHalf = { semester: `L-${year} T-${half}` };
  if (language === "bn") {
    const spellings: Statement[] = [
      { printed: `${at(ORDINALS_BN, semester)} সেমিস্টার`, truth: { semester: String(semester) } },
      { printed: `${at(ORDINALS_BN, year)} বর্ষ ${at(ORDINALS_BN, half)} সেমিস্টার`, truth: yearAndHalf },
      { printed: `${at(NAMES_BN, semester)} সেমিস্টার`, truth: { semester: String(semester) } },
    ];
    return spellings[style % spellings.length] as Statement;
  }
  const spellings: Statement[] = [
    { printed: `${at(ORDINALS_EN, semester)} Semester`, truth: { semester: String(semester) } },
    { printed: `${at(ORDINALS_EN, year)} Year ${at(ORDINALS_EN, half)} Semester`, truth: yearAndHalf },
    { printed: `Level-${year}, Term-${half}`, truth: yearAndHalf },
    { printed: `${at(NAMES_EN, semester)} Semester`, truth: { semester: String(semester) } },
    { printed: `${at(ORDINALS_EN, semester)} Semester`, truth: { semester: String(semester) } },
    { printed: `${at(ROMANS, semester)} Semester`, truth: { semester: String(semester) } },
    { printed: `${at(NAMES_EN, year)} Year, ${at(NAMES_EN, half)} Semester`, truth: yearAndHalf },
  ];
  return spellings[style % spellings.length] as Statement;
}

/** Labels of details in both languages. */
export const LABELS = {
  en: {
    codes: ["Course Code:", "Course No:", "Course Code :", "Course No.", "Sub. Code:", "Course code"],
    titles: ["Course Title:", "Course Name:", "Title:", "Course Title :"],
    time: "Time:",
    marks: ["Full Marks:", "Total Marks:", "Marks:"],
    hours: ["3 Hours", "3 hours", "2 Hours", "1 Hour 30 Minutes", "2 hrs 30 min"],
    set: "Set",
    session: "Session:",
    date: "Date:",
    roll: "Roll No. ____________",
    credit: "Credit:",
  },
  bn: {
    codes: ["কোর্স কোড:", "বিষয় কোড:", "কোর্স নং:"],
    titles: ["কোর্সের নাম:", "বিষয়:", "কোর্স শিরোনাম:"],
    time: "সময়:",
    marks: ["পূর্ণমান:", "পূর্ণমান :"],
    hours: ["৩ ঘণ্টা", "২ ঘণ্টা", "১ ঘণ্টা ৩০ মিনিট"],
    set: "সেট",
    session: "শিক্ষাবর্ষ:",
    date: "তারিখ:",
    roll: "রোল নং ____________",
    credit: "ক্রেডিট:",
  },
};

/** Western digits as Bangla digits. */
export const banglaDigits = (text: string | number): string =>
  String(text).replaceAll(/\d/g, (digit) => String.fromCharCode("০".charCodeAt(0) + Number(digit)));
