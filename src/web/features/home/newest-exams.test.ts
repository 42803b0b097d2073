import { expect, test } from "vitest";
import { courseGrid } from "../../../shared/courses/course-grid.ts";
import type { Cell } from "../../../shared/courses/courses.ts";
import { newestExams } from "./newest-exams.ts";

const paper = (examType: string, year: number, term = ""): Cell => {
  const id = [examType, year, term].filter(Boolean).join(" ");
  return { year, examType, term, set: "", heldIn: "", papers: 1, codeNorm: "CSE2103", id, answers: 0 };
};

/** The two exams in words, such as "final 2025" or "no final 2025". */
function shown(...cells: Cell[]): string[] {
  const grid = courseGrid({ cells, notHeld: [], lastMonths: {}, now: { year: 2026, month: 3 } });
  return newestExams(grid).map(({ examType, year, place }) =>
    place.state === "paper" ? place.id || `${examType} ${year}` : `no ${examType} ${year}`,
  );
}

test("the newest final comes first, then the newest other exam that has a paper", () => {
  expect(shown(paper("final", 2025), paper("final", 2024), paper("mid", 2024), paper("mid", 2023))).toEqual([
    "final 2025",
    "mid 2024",
  ]);
  expect(shown(paper("class-test", 2025), paper("mid", 2025), paper("final", 2025))).toEqual([
    "final 2025",
    "mid 2025",
  ]);
});

test("if the newest final is missing, the final before it comes second", () => {
  expect(shown(paper("final", 2024), paper("final", 2023), paper("mid", 2025))).toEqual([
    "no final 2025",
    "final 2024",
  ]);
});

test("of several terms, the later one with a paper is shown, and a course without finals shows its newest papers", () => {
  expect(shown(paper("final", 2025, "spring"), paper("final", 2025, "summer"))).toEqual([
    "final 2025 summer",
  ]);
  expect(shown(paper("quiz", 2025), paper("mid", 2024))).toEqual(["quiz 2025", "mid 2024"]);
  expect(shown(paper("", 0))).toEqual([" 0"]);
  expect(shown()).toEqual([]);
});
