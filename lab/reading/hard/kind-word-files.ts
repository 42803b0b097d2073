import type { Half } from "../set/courses.ts";
import { heading as h, type Statement } from "../set/heading.ts";
import type { Layout } from "../set/layout.ts";
import { type HardKind, numberFor, paperFor, sheetHtml } from "./hard-page.ts";

const NUMBER = 9;
const QUIZZES: Record<Half, Statement[]> = {
  dev: [
    { printed: "Quiz 2", truth: { examType: "quiz" } },
    { printed: "Quiz - 01", truth: { examType: "quiz" } },
    { printed: "QUIZ 3 (Take home)", truth: { examType: "quiz" } },
  ],
  "held-out": [
    { printed: "Quiz# 4", truth: { examType: "quiz" } },
    { printed: "Surprise Quiz", truth: { examType: "quiz" } },
    { printed: "Quiz No. 1", truth: { examType: "quiz" } },
  ],
};
const marks = (printed: string): string => /\d+$/.exec(printed)?.[0] ?? "10";

const LAYOUTS: Record<Half, Layout[]> = {
  dev: [
    {
      name: "course-quiz-marks",
      suits: "tests",
      style: "",
      draw: (p) => h`<p>Course: ${p.code}</p><p>${p.exam}</p><p>Marks: ${marks(p.marks)}</p>`,
    },
    {
      name: "title-quiz-marks",
      suits: "tests",
      style: "",
      draw: (p) =>
        h`<p>${p.title} (${p.code})</p><p><span>${p.exam}</span><span>Total: ${marks(p.marks)}</span></p>`,
    },
    {
      name: "quiz-row",
      suits: "tests",
      style: "",
      draw: (p) => h`<p><span>${p.code}</span><span>${p.exam}</span><span>${marks(p.marks)} marks</span></p>`,
    },
  ],
  "held-out": [
    {
      name: "quiz-of-course",
      suits: "tests",
      style: "",
      draw: (p) => h`<p>${p.exam} - ${p.code}</p><p>Full marks ${marks(p.marks)}</p>`,
    },
    {
      name: "course-title-first",
      suits: "tests",
      style: "",
      draw: (p) =>
        h`<p><span>Course title: ${p.title}</span><span>Course code: ${p.code}</span></p><p>${p.exam}, Marks ${marks(p.marks)}</p>`,
    },
    {
      name: "marks-first",
      suits: "tests",
      style: "",
      draw: (p) =>
        h`<p>[Marks - ${marks(p.marks)}]</p><p>${p.code} ${p.exam}</p><p>Name: ____________ ID: ________</p>`,
    },
  ],
};

/** DOCX files of quizzes, whose heading prints only the course, the quiz and its marks. */
export const wordFiles: HardKind = {
  name: "docx",
  count: 15,
  plan(half, index) {
    const number = numberFor(half, NUMBER, index);
    const exam = QUIZZES[half][Math.floor(index / 3) % 3] as Statement;
    const paper = { ...paperFor(half, number, true), exam };
    const layout = LAYOUTS[half][index % 3] as Layout;
    const heading = layout.draw(paper);
    const html = [sheetHtml({ layout, paper, heading, number })];
    return { layout: layout.name, paper, heading, html, drawing: { as: "docx", isTable: index % 4 === 1 } };
  },
};
