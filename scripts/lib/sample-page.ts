import type { SampleFields, SampleItem } from "../../src/server/contributing/sample/types.ts";
import { banglaNumber, isBangla, type SamplePaper } from "./sample-paper.ts";

const ENGLISH_DEPARTMENTS: Record<string, string> = {
  CSE: "Computer Science and Engineering",
  Civil: "Civil Engineering",
  bba: "Business Administration",
};
const BANGLA_DEPARTMENTS: Record<string, string> = {
  Bangla: "বাংলা",
  Statistics: "পরিসংখ্যান",
  Economics: "অর্থনীতি",
  Law: "আইন",
  Physics: "পদার্থবিজ্ঞান",
  bba: "হিসাববিজ্ঞান",
};
const ENGLISH_ORDINALS = ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th"];
const BANGLA_ORDINALS = ["১ম", "২য়", "৩য়", "৪র্থ", "৫ম", "৬ষ্ঠ", "৭ম", "৮ম"];
const ENGLISH_EXAMS: Record<string, string> = {
  final: "Final Examination",
  mid: "Mid-term Examination",
  "class-test": "Class Test",
};
const BANGLA_EXAMS: Record<string, string> = {
  final: "চূড়ান্ত পরীক্ষা",
  mid: "মধ্যবর্তী পরীক্ষা",
  "class-test": "শ্রেণি পরীক্ষা",
};
/** Every sheet has this notice, so that nobody mistakes it for a real paper. */
const NOTICE = {
  en: "A sample paper. Neither the university nor the examination exists.",
  bn: "নমুনা প্রশ্নপত্র। এই বিশ্ববিদ্যালয় ও পরীক্ষা বাস্তবে নেই।",
};
const STUDY_NOTICE = { en: "A sample, made for looking around.", bn: "নমুনা, ঘুরে দেখার জন্য তৈরি।" };

const STYLE = `
  @page { margin: 15mm 17mm; }
  * { box-sizing: border-box; }
  body { margin: 0; font: 11.5pt/1.36 "Liberation Serif", serif; color: black; }
  .scan { font-size: 13.5pt; line-height: 1.45; }
  .photo { font-size: 12pt; line-height: 1.45; }
  html:lang(bn) body { font: 11.5pt/1.6 "Noto Serif Bengali", serif; }
  html:lang(bn) .scan { font-size: 12.5pt; line-height: 1.7; }
  html:lang(bn) .photo { font-size: 11.5pt; }
  header { text-align: center; }
  header p { margin: 0; }
  h1 { font-size: 1.48em; line-height: 1.2; margin: 0 0 1mm; }
  .sheet h1 { font-size: 1.4em; margin: 1mm 0; }
  .exam { font-weight: bold; }
  .facts { display: flex; justify-content: space-between; margin-top: 2mm; border-bottom: 1.2pt solid; padding-bottom: 1mm; }
  .facts b { font-weight: bold; }
  .rules { text-align: center; margin: 2.5mm 0; }
  h2 { font-size: 1.08em; margin: 3.5mm 0 1mm; break-after: avoid; }
  .paper h2 { text-align: center; text-decoration: underline; }
  .question { display: grid; grid-template-columns: 8mm 1fr; margin: 2.6mm 0; break-inside: avoid; }
  .part { display: grid; grid-template-columns: auto 1fr 9mm; margin-bottom: 0.8mm; }
  .part b, .number { font-weight: normal; }
  .letter:not(:empty) { width: 7.5mm; }
  .marks { text-align: right; align-self: end; }
  code { font-family: inherit; word-spacing: 0.08em; }
  pre { font: 0.9em "Liberation Mono", monospace; margin: 1.5mm 0 0; }
  p { margin: 1.5mm 0; }
  ul, ol { margin: 1.5mm 0; padding-left: 6mm; }
  table { border-collapse: collapse; margin: 2mm auto; font-size: 0.94em; break-inside: avoid; }
  th, td { border: 0.6pt solid; padding: 0.4mm 2.2mm; text-align: center; vertical-align: top; }
  th { font-weight: normal; background: #e8e8e8; }
  figure { margin: 1mm 0; text-align: center; }
  svg { stroke: black; stroke-width: 1.3; fill: none; }
  svg text { stroke: none; fill: black; font-size: 13px; }
  .box { border: 0.8pt solid; padding: 1.5mm 3mm; margin-top: 3mm; }
  footer { margin-top: 4mm; text-align: center; font-size: 8pt; }`;

/** The whole paper as a page to print, with the item's details in its heading. */
export function pageOf(paper: SamplePaper, { kind, fields }: SampleItem): string {
  const isExam = kind === "question" && paper.answer === undefined;
  const language = isBangla(paper.body) ? "bn" : "en";
  const head = isExam ? examHead(paper, fields as SampleFields["question"]) : sheetHead(paper, kind, fields);
  const notice = (isExam ? NOTICE : STUDY_NOTICE)[language];
  return `<!doctype html><html lang="${language}"><meta charset="utf-8">
    <style>${STYLE} @page { size: ${paper.look === "photo" ? "A5" : "A4"} }</style>
    <body class="${isExam ? "paper" : "sheet"} ${paper.look}"><header>${head}</header>${paper.body}<footer>${notice}</footer>`;
}

function examHead({ time, marks }: SamplePaper, fields: SampleFields["question"]): string {
  const { university, department, semester, examType = "final", year, code, subject } = fields;
  if (!isBangla(subject)) {
    return `<h1>${university}</h1><p>Department of ${ENGLISH_DEPARTMENTS[department] ?? department}</p>
      <p class="exam">${ENGLISH_ORDINALS[Number(semester) - 1]} Semester ${ENGLISH_EXAMS[examType]}, ${year}</p>
      <p>Course code: <b>${code}</b> &emsp; Course title: <b>${subject}</b></p>
      <div class="facts"><span>Time: <b>${time}</b></span><span>Full marks: <b>${marks}</b></span></div>`;
  }
  const codes = /^\d+$/.test(code)
    ? `বিষয় কোড: <b>${banglaNumber(code)}</b> (${code})`
    : `কোর্স কোড: <b>${code}</b>`;
  return `<h1>${university}</h1><p>${BANGLA_DEPARTMENTS[department]} বিভাগ</p>
    <p class="exam">${BANGLA_ORDINALS[Number(semester) - 1]} সেমিস্টার ${BANGLA_EXAMS[examType]} ${banglaNumber(year)}</p>
    <p>${codes} &emsp; কোর্সের নাম: <b>${subject}</b></p>
    <div class="facts"><span>সময়: <b>${time}</b></span><span>পূর্ণমান: <b>${marks}</b></span></div>`;
}

function sheetHead({ answer }: SamplePaper, kind: string, fields: object): string {
  const { code, topic, labName, subject, university, year, syllabusName } = fields as Record<string, string>;
  const line = [code, subject, university].filter(Boolean).join(" · ");
  if (answer !== undefined) return `<h1>Solutions</h1><p>${line}</p><p>Final ${year}</p>`;
  if (kind === "syllabus") {
    return `<h1>Syllabus ${year}</h1><p>Department of ${ENGLISH_DEPARTMENTS[syllabusName ?? ""]}</p>`;
  }
  const shownYear = year ? `<p>${isBangla(subject ?? "") ? banglaNumber(year) : year}</p>` : "";
  return `<h1>${topic ?? labName}</h1><p>${line}</p>${shownYear}`;
}
