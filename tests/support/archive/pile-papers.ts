import { lockedPdf } from "../files/locked-pdf.ts";
import { tinyPdf } from "../files/tiny-pdf.ts";

/** A sample paper, and the details that its item should have. */
export interface PilePaper {
  /** The name of its file. */
  file: string;
  code: string;
  title: string;
  year: number;
  examType: "final" | "mid";
}

export const UNIVERSITY = "Sample University of Engineering";
export const TERM = "spring";
export const DEPARTMENT = "CSE";

const SUBJECTS: [code: string, title: string][] = [
  ["CSE 2103", "Data Structures"],
  ["CSE 4508", "Operating Systems"],
  ["MATH 1201", "Differential Calculus"],
  ["PHY 1150", "Waves and Oscillations"],
  ["EEE 1105", "Electrical Circuits"],
  ["CSE 3105", "Database Systems"],
  ["CSE 2209", "Discrete Mathematics"],
  ["CSE 3207", "Computer Networks"],
  ["CHE 1015", "Physical Chemistry"],
  ["ECO 2301", "Microeconomics"],
];
const EXAMS: PilePaper["examType"][] = ["final", "mid"];
const EXAM_WORDS = { final: "Final Examination", mid: "Mid Term Examination" };

/** Different papers of one university and term. @param index from 0 to 39 */
export function pilePaper(index: number, extension = "pdf"): PilePaper {
  const [code = "", title = ""] = SUBJECTS[index % SUBJECTS.length] ?? [];
  const turn = Math.floor(index / SUBJECTS.length);
  const examType = EXAMS[turn % EXAMS.length] ?? "final";
  const year = 2023 + Math.floor(turn / EXAMS.length);
  const name = `${String(index + 1).padStart(2, "0")} ${code} ${examType} ${year}`;
  return { file: `${name}.${extension}`, code, title, year, examType };
}

/** The heading and the first questions of a paper, line by line. */
export const linesOf = ({ code, title, year, examType }: PilePaper): string[] => [
  UNIVERSITY,
  "Department of Computer Science and Engineering",
  `${EXAM_WORDS[examType]}, Spring ${year}`,
  `Course Code: ${code}`,
  `Course Title: ${title}`,
  "Time: 3 Hours      Full Marks: 70",
  `1. Explain the first idea of ${title.toLowerCase()} with one example.`,
  `2. Compare two methods of ${title.toLowerCase()}, and say when each is better.`,
  `3. Write short notes on three terms that ${title.toLowerCase()} uses.`,
];

export const digitalPdf = (paper: PilePaper): Buffer => tinyPdf([{ lines: linesOf(paper) }]);

/** Files that no pile can take: a cut one, a text with the name of a PDF, and a locked one. */
export const brokenFiles = (): [name: string, bytes: Buffer][] => [
  ["cut off.pdf", digitalPdf(pilePaper(0)).subarray(0, 300)],
  ["notes.pdf", Buffer.from("Only text, with the name of a PDF.")],
  ["marks-final-2022.pdf", lockedPdf("sample")],
];
