import { createRequire } from "node:module";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type ReactPaginate from "react-paginate";
import { expect, test } from "vitest";
import { Paginator } from "./paginator.tsx";
import { paginatorPages } from "./paginator-pages.ts";

// Node and vitest import the default export of a CommonJS package differently. `require` returns the same
// result in both.
const { default: Oracle } = createRequire(import.meta.url)("react-paginate") as typeof ReactPaginate;

const hrefOf = (page: number) => `/allQuestions?page=${page}`;

const ours = (pageCount: number, selected: number) =>
  entriesOf(<Paginator pageCount={pageCount} selected={selected} hrefOf={hrefOf} />);

/** The settings of the specification (spec §9). The addresses have one-based page numbers. */
const theirs = (pageCount: number, selected: number) =>
  entriesOf(
    <Oracle
      pageCount={pageCount}
      forcePage={selected}
      pageRangeDisplayed={3}
      marginPagesDisplayed={3}
      previousLabel="previous"
      nextLabel="next"
      breakLabel="..."
      hrefBuilder={(page) => hrefOf(page - 1)}
    />,
  );

/** The visible entries, one for each place in the list. */
function entriesOf(paginator: ReactElement) {
  return [...renderToStaticMarkup(paginator).matchAll(/<li.*?<\/li>/g)].map(([item]) => ({
    label: item.replace(/<[^>]*>/g, ""),
    selected: item.includes('aria-current="page"'),
    disabled: item.includes('aria-disabled="true"'),
    href: / href="([^"]*)"/.exec(item)?.[1],
  }));
}

test("the paginator has the entries of react-paginate for 2 to 60 pages and every selected page", () => {
  let compared = 0;
  for (let pageCount = 2; pageCount <= 60; pageCount++) {
    for (let selected = 0; selected < pageCount; selected++) {
      expect(ours(pageCount, selected), `${pageCount} pages at ${selected}`).toEqual(
        theirs(pageCount, selected),
      );
      compared++;
    }
  }
  expect(compared).toBe(1829);
});

test("a single page has no paginator, although react-paginate shows one without a link", () => {
  expect(theirs(1, 0).map(({ label }) => label)).toEqual(["previous", "1", "next"]);
  expect(paginatorPages(1, 0)).toEqual([0]);
  expect(ours(1, 0)).toEqual([]);
});

test("the test reads all entries of react-paginate", () => {
  expect(theirs(20, 9).map(({ label, selected }) => (selected ? `[${label}]` : label))).toEqual(
    "previous 1 2 3 ... 9 [10] 11 ... 18 19 20 next".split(" "),
  );
  expect(theirs(2, 1).map(({ disabled }) => disabled)).toEqual([false, false, false, true]);
});
