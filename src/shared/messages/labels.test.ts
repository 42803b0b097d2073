import { describe, expect, test } from "vitest";
import { kinds } from "../kinds/index.ts";
import { en } from "./en.ts";
import { problemText } from "./index.ts";

/** Labels of controls whose problems are sentences of their own. */
const OWN_SENTENCES = ["passwordAgain", "goodFaith"];

/** All labels of fields below a part of the catalogue, by the path of the field. */
function labelsOf(part: unknown, path: string[] = []): [path: string, label: string][] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([name, value]: [string, unknown]) =>
    name === "label" && typeof value === "string"
      ? [[path.join("."), value] as [string, string]]
      : labelsOf(value, [...path, name]),
  );
}

const labels = [
  ...Object.entries(en.labels),
  ...labelsOf(en).filter(([path]) => path.includes("fields.")),
  ...kinds.flatMap(({ name, words }) => labelsOf(words.en.fields, [name])),
].filter(([path]) => !OWN_SENTENCES.some((name) => path.endsWith(name)));

/** Labels that are a question, a half sentence or more than a few words. */
const BROKEN = /^(what|who|which|how|where|when|why|if|or|stands|enter|choose|give)\b|[.:?!]|(\S+ ){5}/i;

describe("the labels of fields", () => {
  test("are found in the catalogue and in the kinds", () => {
    const paths = labels.map(([path]) => path);
    expect(paths).toEqual(expect.arrayContaining(["email", "report.fields.reason", "note.topic"]));
  });

  test.each(labels)("%s has a label that reads well in “… is required”", (_path, label) => {
    const name = label.replace(/\s*\*$/, "");
    expect(problemText(en, name, { code: "required" })).toBe(`${name} is required`);
    expect(name).toMatch(/^[A-Z]/);
    expect(name).not.toMatch(BROKEN);
  });
});

test.each(["What is wrong", "Stands for", "Give a name", "Name, if you have one. Optional"])(
  "the label “%s” would not read well in “… is required”",
  (label) => {
    expect(label).toMatch(BROKEN);
  },
);
