import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";

const web = join(import.meta.dirname, "../../src/web");

/** The prefix of each folder's classes. The shared styles in `styles` and `ui` have no prefix. */
const PREFIXES: Record<string, string> = {
  "features/accounts": "account",
  "features/browse": "browse",
  "features/contact": "contact",
  "features/course": "course",
  "features/desk": "desk",
  "features/details": "details",
  "features/duplicates": "similar",
  "features/form": "file",
  "features/frame": "site",
  "features/home": "home",
  "features/legal": "legal",
  "features/list": "list",
  "features/moderation": "admin",
  "features/notices": "notices",
  "features/operations": "operations",
  "features/own": "own",
  "features/paper": "paper",
  "features/pile": "pile",
  "features/proposal": "proposal",
  "features/saved": "saved",
  "features/search": "hit",
  "features/sign-in": "sign-in",
  "features/uploads": "upload",
  "features/wanted": "wanted",
  "features/welcome": "welcome",
  items: "item",
  "features/universities": "university",
};
const SHARED = new Set(["styles", "ui"]);
/** The widths in media queries, in CSS pixels. */
const BREAKPOINTS = new Set(["480px", "600px", "860px", "1024px", "1280px"]);
const LONGEST = 300;

interface Sheet {
  path: string;
  text: string;
  /** The text without comments, and with empty strings. */
  code: string;
  folder: string;
  prefix: string | undefined;
}

const sheets: Sheet[] = readdirSync(web, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".css"))
  .map((path) => {
    const text = readFileSync(join(web, path), "utf8");
    const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/"[^"\n]*"/g, '""');
    const folder = dirname(path);
    return { path, text, code, folder, prefix: PREFIXES[folder] };
  });

/** Print styles cover parts of several features, because a route combines them. */
const isPrint = ({ path }: Sheet): boolean => path.endsWith("print.css");

/** The selectors of a stylesheet, split at commas outside brackets, without the steps of an animation. */
function selectorsOf({ code }: Sheet): string[] {
  return [...code.matchAll(/([^{};]+)\{/g)]
    .map(([, prelude]) => (prelude as string).trim())
    .filter((prelude) => !prelude.startsWith("@") && !/^(?:from|to|[\d.]+%)$/.test(prelude))
    .flatMap(parted);
}

function parted(prelude: string): string[] {
  let depth = 0;
  const parts = [""];
  for (const letter of prelude) {
    if (letter === "(") depth++;
    if (letter === ")") depth--;
    if (letter === "," && depth === 0) parts.push("");
    else parts.push(`${parts.pop()}${letter}`);
  }
  return parts.map((part) => part.trim());
}
const classesOf = (selector: string): string[] =>
  [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name as string);
const hasPrefix = (name: string, prefix: string): boolean => name === prefix || name.startsWith(`${prefix}-`);

/** The value of each token. */
const tokens = new Map(
  [
    ...(sheets.find(({ path }) => path === "styles/tokens.css") as Sheet).code.matchAll(
      /(--[\w-]+):\s*([^;]+);/g,
    ),
  ].map(([, name, value]) => [name as string, value as string]),
);
const declarationsOf = ({ code }: Sheet): string[][] =>
  [...code.matchAll(/(?<=[{;]\s*)([a-z-]+):([^;{}]+);/g)].map(([, name, value]) => [
    name as string,
    value as string,
  ]);

describe("stylesheets", () => {
  test("have at most 300 lines each", () => {
    const long = sheets.filter(({ text }) => text.split("\n").length > LONGEST);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  test("are in a folder with its own prefix, or in a shared folder", () => {
    const strays = sheets.filter(({ folder, prefix }) => prefix === undefined && !SHARED.has(folder));
    expect(strays.map(({ path }) => path)).toEqual([]);
    expect(new Set(Object.values(PREFIXES)).size).toBe(Object.keys(PREFIXES).length);
  });

  test("name only classes that a component has", () => {
    const sources = readdirSync(join(web, ".."), { recursive: true, encoding: "utf8" })
      .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
      .map((path) => readFileSync(join(web, "..", path), "utf8"))
      .join("\n");
    // Comments name no class, and ids are no classes.
    const code = sources
      .replace(/\/\*\*\s[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
      .replace(/\b(?:id|htmlFor|aria-[a-z]+)(?:=\{|: | = )`[^`]*`/g, "");
    const words = new Set(code.match(/[a-z][\w-]*/g));
    /** Templates write the last part of some classes, as in `pile-is-${status}`. */
    const beginnings = new Set(code.match(/(?<![\w#/.-])[a-z][\w-]*-(?=\$\{)/g));
    const isNamed = (name: string) =>
      words.has(name) || [...beginnings].some((beginning) => name.startsWith(beginning));
    const unknown = sheets.flatMap((sheet) =>
      selectorsOf(sheet)
        .flatMap(classesOf)
        .filter((name) => !isNamed(name))
        .map((name) => `${sheet.path}: .${name}`),
    );
    expect(unknown).toEqual([]);
  });

  test("name a class of their folder in every selector, so that they style no other folder", () => {
    const foreign = sheets.flatMap((sheet) => {
      const { prefix, path } = sheet;
      if (prefix === undefined) return [];
      return selectorsOf(sheet)
        .filter((selector) => !classesOf(selector).some((name) => hasPrefix(name, prefix)))
        .map((selector) => `${path}: ${selector} needs a class that begins with ${prefix}-`);
    });
    expect(foreign).toEqual([]);
  });

  test("name no class of another feature", () => {
    const strangers = sheets
      .filter((sheet) => !isPrint(sheet))
      .flatMap((sheet) => {
        const others = Object.values(PREFIXES).filter(
          (one) => one !== sheet.prefix && one !== PREFIXES["items"],
        );
        return classesOf(selectorsOf(sheet).join(" "))
          .filter((name) => others.some((prefix) => hasPrefix(name, prefix)))
          .map((name) => `${sheet.path}: ${name}`);
      });
    expect(strangers).toEqual([]);
  });

  test("style each class without a prefix in one file only", () => {
    const homes = new Map<string, Set<string>>();
    for (const sheet of sheets.filter((one) => one.prefix === undefined && !isPrint(one)))
      for (const selector of selectorsOf(sheet)) {
        const [first] = classesOf(selector);
        if (first) homes.set(first, (homes.get(first) ?? new Set()).add(sheet.path));
      }
    const twice = [...homes]
      .filter(([, paths]) => paths.size > 1)
      .map(([name, paths]) => `${name}: ${[...paths].join(", ")}`);
    expect(twice).toEqual([]);
  });

  test("use only the five breakpoints for the window's width", () => {
    const asked = sheets.flatMap(({ path, code }) =>
      [...code.matchAll(/@media([^{]*width[^{]*)\{/g)].flatMap(([, condition]) =>
        [...(condition as string).matchAll(/[\d.]+(?:px|r?em)/g)].map(([width]) => ({ path, width })),
      ),
    );
    expect(asked.filter(({ width }) => !BREAKPOINTS.has(width))).toEqual([]);
    expect(new Set(asked.map(({ width }) => width))).toEqual(BREAKPOINTS);
  });

  test("use tokens for spaces and for the size of a target", () => {
    const spaces = new Set(
      [...tokens].filter(([name]) => name.startsWith("--space-")).map(([, value]) => value),
    );
    const target = tokens.get("--target") as string;
    const literal = sheets.flatMap((sheet) =>
      declarationsOf(sheet)
        .filter(([name = "", value = ""]) => {
          const lengths = value.split(/[\s()]+/);
          if (/^(margin|padding|(row-|column-)?gap)/.test(name))
            return lengths.some((one) => spaces.has(one));
          return /^(min-)?(width|height)$/.test(name) && lengths.includes(target);
        })
        .map(([name, value]) => `${sheet.path}: ${name}:${value}`),
    );
    expect(literal).toEqual([]);
  });

  test("repeat no colour of a token", () => {
    const colours = new Set([...tokens.values()].flatMap((value) => value.match(/#[\da-f]{3,8}\b/gi) ?? []));
    const repeated = sheets
      .filter(({ path }) => path !== "styles/tokens.css")
      .flatMap(({ path, code }) =>
        (code.match(/#[\da-f]{3,8}\b/gi) ?? [])
          .filter((colour) => colours.has(colour))
          .map((colour) => `${path}: ${colour}`),
      );
    expect(repeated).toEqual([]);
  });

  test("are all imported by the seven main style sheets", () => {
    const lists = [
      "app",
      "app-pages",
      "course-page",
      "desk-page",
      "home-page",
      "pile-page",
      "search-page",
    ].map((name) => `styles/${name}.css`);
    const imported = lists.flatMap((list) =>
      [...readFileSync(join(web, list), "utf8").matchAll(/@import "([^"]+)"/g)].map(([, path]) =>
        relative(web, join(web, dirname(list), path as string)),
      ),
    );
    // The script of the paper reader loads reader.css, and the page of notices loads notices.css.
    const alone = sheets
      .map(({ path }) => path)
      .filter((path) => !lists.includes(path) && !["reader.css", "notices.css"].includes(basename(path)));
    // The actions for missing papers are on the page of a course and in the dashboard, so two style sheets import them.
    expect([...new Set(imported)].toSorted()).toEqual(alone.toSorted());
  });
});
