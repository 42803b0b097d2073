import { xml } from "../../src/api/platform/xml.ts";
import { kilobytes } from "../../tests/support/web/budgets.ts";
import { asHtml, type Table } from "../lib/tables.ts";
import { CONDITIONS } from "./lighthouse-runs.ts";
import type { PageFigures } from "./measure-budgets.ts";

const PARTS = ["html", "css", "js", "fonts", "images", "all"] as const;
const SCORES = { performance: "perf", accessibility: "a11y", "best-practices": "best", seo: "seo" } as const;

const STYLE = `body{font:16px/1.5 system-ui;margin:24px;color-scheme:light dark}
table{border-collapse:collapse;margin:0 0 24px}th,td{padding:2px 12px;text-align:right;border-bottom:1px solid #8888}
td:first-child,th:first-child{text-align:left}`;

/** A table of how many kB each page sends. */
export function bytesTable(pages: PageFigures[]): Table {
  const rows = pages.map(({ pattern, path, arrived, status, bytes }) => [
    pattern,
    path === arrived ? String(status) : `→ ${arrived}`,
    ...PARTS.map((part) => kilobytes(bytes[part])),
  ]);
  return [["page", "status", ...PARTS], ...rows];
}

/** A table of Lighthouse's figures for the pages that it visited; times in ms. */
export function scoresTable(pages: PageFigures[]): Table {
  const names = CONDITIONS.map(({ name }) => name);
  const heads = names.flatMap((name) => ["perf", "lcp", "tbt", "cls"].map((head) => `${head} ${name}`));
  const rows = pages
    .filter(({ lighthouse }) => Object.keys(lighthouse).length > 0)
    .map(({ pattern, lighthouse }) => [
      pattern,
      ...Object.keys(SCORES)
        .slice(1)
        .map((id) => String(lighthouse["stock"]?.scores[id as keyof typeof SCORES] ?? "")),
      ...names.flatMap((name) => {
        const { scores, metrics } = lighthouse[name] ?? {};
        return [scores?.performance, metrics?.lcp, metrics?.tbt, metrics?.cls].map((value) => String(value));
      }),
    ]);
  return [["page", ...Object.values(SCORES).slice(1), ...heads], ...rows];
}

/** Lighthouse's findings for each page without perfect scores, one line each. */
export function findingsOf(pages: PageFigures[]): string[] {
  return pages.flatMap(({ pattern, lighthouse }) =>
    CONDITIONS.flatMap(({ name }) =>
      (lighthouse[name]?.findings ?? []).map((words) => `${pattern} [${name}] ${words}`),
    ),
  );
}

/** Returns the figures as a page without external files. */
export function htmlOf(pages: PageFigures[]): string {
  const broken = pages.flatMap((page) => page.broken);
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Budgets</title>',
    `<style>${STYLE}</style><h1>Budgets</h1><h2>Broken</h2>`,
    listOf(broken),
    "<h2>kB as sent</h2>",
    asHtml(bytesTable(pages)),
    "<h2>Lighthouse</h2>",
    asHtml(scoresTable(pages)),
    listOf(findingsOf(pages)),
  ].join("\n");
}

function listOf(lines: string[]): string {
  if (lines.length === 0) return "<p>Nothing.</p>";
  return `<ul>${lines.map((line) => xml`<li>${line}</li>`).join("\n")}</ul>`;
}
