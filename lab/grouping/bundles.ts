import type { TestPaper } from "./test-papers.ts";

/** A PDF of one or several exams, as the texts of its pages. */
export interface Bundle {
  name: string;
  pages: string[];
  /** The first page of each exam, from 1. */
  starts: number[];
}

/** PDFs of papers of one kind: single exams, several exams, one course of several years, and repeated headings. */
export function bundlesOf(papers: readonly TestPaper[], random: () => number): Bundle[] {
  const length = () => 1 + Math.floor(random() * 3);
  const exam = ({ first, later }: TestPaper, pages: number): string[] => [
    first.text,
    ...Array.from({ length: pages - 1 }, () => later.text),
  ];
  const joined = (name: string, exams: string[][]): Bundle => {
    const starts = exams.map((_exam, index) => exams.slice(0, index).flat().length + 1);
    return { name, pages: exams.flat(), starts };
  };

  const single = papers.map((paper) => joined("one exam", [exam(paper, 1 + length())]));
  const repeated = papers.map(({ first, later }) => {
    const heading = first.text.split("\n").slice(0, 6).join("\n");
    return joined("one exam, its heading on each page", [[first.text, `${heading}\n${later.text}`]]);
  });
  const several = papers.map((_paper, index) => {
    const count = 2 + Math.floor(random() * 4);
    const chosen = Array.from({ length: count }, (_one, at) => papers[(index + at * 3) % papers.length]);
    return joined(
      "several exams",
      [...new Set(chosen)].map((paper) => exam(paper as TestPaper, length())),
    );
  });
  const years = papers.flatMap((paper) => {
    const { year } = paper.truth;
    if (!year || !paper.first.text.includes(year)) return [];
    const exams = [0, 1, 2].map((ago) => {
      const text = paper.first.text.replaceAll(year, String(Number(year) - ago));
      return exam({ ...paper, first: { ...paper.first, text } }, length());
    });
    return joined("one course, three years", exams);
  });
  return [...single, ...repeated, ...several, ...years];
}
