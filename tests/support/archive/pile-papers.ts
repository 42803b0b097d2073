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

const QUESTIONS: ((subject: string) => string)[] = [
  (subject) => `Explain the first idea of ${subject} with one example.`,
  (subject) => `Compare two methods of ${subject}, and say when each is better.`,
  (subject) => `Write short notes on three terms that ${subject} uses.`,
  (subject) => `A student says that ${subject} needs no proof. Is this right? Give two reasons.`,
  () => "Draw the diagram of the experiment, and name its five parts.",
  (subject) => `Which problem does ${subject} solve?`,
  () => "Calculate the result for the values 12, 18 and 27, step by step, and check it in another way.",
  (subject) => `Show where the second method of ${subject} fails.`,
  () => "Define each term in one sentence.",
  () =>
    "Prove the statement of the lecture for every positive number, and say where the proof uses the order of steps.",
];

/** The questions of a paper: other exams and years have other ones. */
const questionsOf = ({ title, year, examType }: PilePaper): string[] => {
  const turn = (year - 2023) * EXAMS.length + EXAMS.indexOf(examType);
  return Array.from({ length: 3 + turn }, (_, index) => {
    const question = QUESTIONS[(turn * 3 + index) % QUESTIONS.length]?.(title.toLowerCase());
    return `${index + 1}. ${question}`;
  });
};

/** The heading and the first questions of a paper, line by line. */
export const linesOf = (paper: PilePaper): string[] => [
  UNIVERSITY,
  "Department of Computer Science and Engineering",
  `${EXAM_WORDS[paper.examType]}, Spring ${paper.year}`,
  `Course Code: ${paper.code}`,
  `Course Title: ${paper.title}`,
  "Time: 3 Hours      Full Marks: 70",
  ...questionsOf(paper),
];

export const digitalPdf = (paper: PilePaper): Buffer => tinyPdf([{ lines: linesOf(paper) }]);

/** Files that no pile can take: a cut one, a text with the name of a PDF, and a locked one. */
export const brokenFiles = (): [name: string, bytes: Buffer][] => [
  ["cut off.pdf", digitalPdf(pilePaper(0)).subarray(0, 300)],
  ["notes.pdf", Buffer.from("Only text, with the name of a PDF.")],
  ["marks-final-2022.pdf", lockedPdf("sample")],
];
