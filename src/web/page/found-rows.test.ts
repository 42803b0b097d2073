import { expect, test } from "vitest";
import { foundRows } from "./found-rows.ts";

const names = Array.from({ length: 60 }, (_, index) => `University ${index + 1}`);
const of = (query: { search?: string; page?: number }) => foundRows(names, query, (name) => name);

test("a short list is shown in pages of 25 rows, and a page after the last one shows the last one", () => {
  expect(of({})).toMatchObject({ count: 60, pageCount: 3, page: 0, search: "" });
  expect(of({ page: 9 })).toMatchObject({ page: 2, rows: names.slice(50) });
});

test("a row is found by parts of its words, in any order, letter case and digits", () => {
  expect(of({ search: "৪২ UNIV" })).toMatchObject({ rows: ["University 42"], count: 1 });
  expect(of({ search: "nowhere" })).toMatchObject({ rows: [], count: 0, pageCount: 0, page: 0 });
});
