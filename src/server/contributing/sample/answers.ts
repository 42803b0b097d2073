import { sampleItems } from "./archive.ts";
import { dateAfter, sampleLink } from "./arithmetic.ts";
import { samplePeople } from "./people.ts";
import type { SampleAnswer } from "./types.ts";

/**
 * Two in five questions have one to three answers. The first three questions, which /Test.json lists, always
 * have answers.
 */
const answered = sampleItems
  .map((item, question) => ({ item, question }))
  .filter(({ item }) => item.kind === "question" && item.status === "Approved")
  .filter((_, k) => k < 3 || k % 5 === 1 || k % 5 === 3)
  .flatMap(({ item, question }, k) =>
    Array.from({ length: question === 0 ? 3 : 1 + (k % 2) }, (_, s) => ({
      item,
      question,
      solve: s + 1,
    })),
  );

/** A student other than the contributor of the question. */
function solver(n: number, uploader: string): string {
  const others = samplePeople.filter((p) => p.email !== uploader);
  return others[(n * 7) % others.length]!.email;
}

export const sampleAnswers: SampleAnswer[] = answered.map(({ item, question, solve }, n) => ({
  question,
  solveNumber: String(solve),
  solveDriveLink: sampleLink("answer", n),
  by: solver(n, item.uploader),
  status: n % 20 === 12 ? "Cancelled" : "Approved",
  createdAt: dateAfter(item.createdAt, "answer", n),
}));
