import { existsSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { apiOperations } from "../../src/api/api.ts";
import { openTestArchive } from "../support/platform/archive.ts";
import { declaredRoutes } from "../support/web/journey-routes.ts";

const root = new URL("../../", import.meta.url);
const text = readFileSync(new URL("docs/specification.md", root), "utf8");

const rows = text
  .split("\n")
  .filter((line) => /^\| (?!Line )/.test(line))
  .map((line) => {
    const [, name = "", tests = "", ...more] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    // A file and its titles: `file`: “title”, “title”
    const named = tests.split("<br>").flatMap((one): { path: string; title: string }[] => {
      const [, path = "no test", titles = one] =
        /^`([^`]+)`: “(.+)”$/s.exec(one.replaceAll("\\|", "|")) ?? [];
      return titles.split("”, “").map((title) => ({ path, title }));
    });
    return { name, named, cells: more.length };
  });

/** The titles of a file's tests, as they are written. */
function titlesOf(path: string): string[] {
  const titles: string[] = [];
  const file = ts.createSourceFile(
    path,
    readFileSync(new URL(path, root), "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(?:test|it)\b/.test(node.expression.getText(file))) {
      const [title] = node.arguments;
      // The quotes are removed; a template keeps its placeholders.
      if (title) titles.push(ts.isStringLiteral(title) ? title.text : title.getText(file).slice(1, -1));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return titles;
}

const titles = new Map<string, string[]>();
function hasTest(path: string, title: string): boolean {
  if (!existsSync(new URL(path, root))) return false;
  if (!titles.has(path)) titles.set(path, titlesOf(path));
  return titles.get(path)?.includes(title) ?? false;
}

describe("docs/specification.md", () => {
  test("has the specification's nine sections", () => {
    const sections = [...text.matchAll(/^## (\d)\./gm)].map(([, number]) => Number(number));
    expect(sections).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(rows.length).toBeGreaterThan(140);
  });

  test("has a line and its tests in every row", () => {
    expect(rows.filter(({ name, cells }) => !name || cells !== 1)).toEqual([]);
  });

  test("names existing tests in every line", () => {
    const missing = rows.flatMap(({ name, named }) =>
      named
        .filter(({ path, title }) => !hasTest(path, title))
        .map(({ path, title }) => `${name}: ${path} ${title}`),
    );
    expect(missing).toEqual([]);
  });

  test("has every page of the product", () => {
    expect(declaredRoutes().filter((path) => !text.includes(`\`${path}\``))).toEqual([]);
  });

  test("has every call of the product", async () => {
    const archive = await openTestArchive("sqlite");
    const calls = apiOperations({ services: archive.services, origin: archive.origin }).flatMap(
      ({ method, paths }) => paths.map((path) => `${method.toUpperCase()} ${path}`),
    );
    await archive.close();
    expect(calls.length).toBeGreaterThan(40);
    expect(calls.filter((call) => !text.includes(`\`${call}\``))).toEqual([]);
  });
});
