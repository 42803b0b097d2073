import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const SRC = join(import.meta.dirname, "../..");

/** Words that CONTRIBUTING forbids. Each has an example and a replacement. */
const ruledOut: [pattern: RegExp, example: string, instead: string][] = [
  [/\be-mail/i, "Enter your e-mail.", "email"],
  [/\bsign(ed|ing)?[ -]in\b/i, "You are signed in.", "log in, login"],
  [/\bsign(ed|ing)?[ -]out\b/i, "You are signed out.", "log out"],
  [/\b(once )?registered\b|\bregistration\b/i, "You registered before.", "sign up"],
  [/second factor/i, "Set up a second factor.", "two-step login"],
  [/handed[ -]in/i, "The handed-in file", "uploaded"],
  [/\bshall\b/i, "Shall we send it?", "do you want, must, will"],
  [/\bwhoever\b/i, "Whoever finds it", "the person who"],
  [/those who|people who run/i, "Those who run the archive decide.", "an admin, an operator"],
  [/\bsomebody\b|\beverybody\b|\banybody\b/i, "Somebody asked.", "someone, everyone, a person"],
  [/\boneself\b|\bone's\b/i, "Save one's profile.", "your"],
  [/whether or not/i, "Whether or not it works", "whether"],
  [/\btherein\b|\banew\b|\bat most of\b/i, "Save it anew.", "again, in it"],
  [/\bno more\b/i, "This link works no more", "no longer"],
  [/\b(is|are) not[.]?$|\bare none\b/i, "This is a link, that is not", "the noun"],
  [/\b(so|there|used|known) already\b/i, "It was so already.", "already before the verb"],
  [/\bThat (is|was) no\b/, "That was no form.", "We couldn't read"],
  [/(^|[.!?] )(Who|What|Whatever)\b[^?]*\.$/, "What you share stays.", "the noun as the subject"],
  [/\b\d looks? the same|looks? the same as\b/i, "It looks the same as another.", "possible duplicate"],
  [/from now on/i, "You are an admin from now on.", "now"],
  [/\b(leads?|led) nowhere\b/i, "The link leads nowhere.", "doesn't work, broken"],
  [/\b[KM]iB\b/, "up to 25 MiB", "kB, MB"],
  [/If it was not you\b/, "If it was not you, log out.", "If you didn't do this"],
];

/** The files with texts that people read. */
const places: [folder: string, files: RegExp][] = [
  ["shared/messages", /^en.*(?<!\.test)\.ts$/],
  ["shared/kinds", /(?<!\.test)\.ts$/],
  ["shared/schemas", /(?<!\.test)\.ts$/],
  ["cli", /(?<!\.test)\.ts$/],
  ["config", /(?<!\.test)\.ts$/],
  ["api", /^(.*-operations|openapi|reference-page)\.ts$/],
];

/** All texts of a file with two words or more, with `…` for their placeholders. */
function textsOf(path: string): string[] {
  const texts: string[] = [];
  const read = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node))
      texts.push(node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join(""));
    node.forEachChild(read);
  };
  read(ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest));
  return texts.filter((text) => /\S \S/.test(text));
}

const texts = places.flatMap(([folder, files]) =>
  readdirSync(join(SRC, folder))
    .filter((name) => files.test(name))
    .flatMap((name) =>
      textsOf(join(SRC, folder, name)).map((text) => ({ file: `src/${folder}/${name}`, text })),
    ),
);

describe("the texts on screen and in mails", () => {
  test("are read from every catalogue", () => {
    expect(texts.length).toBeGreaterThan(900);
  });

  test.each(ruledOut)("contain no words that match %s", (pattern, example, instead) => {
    expect(example).toMatch(pattern);
    const found = texts.filter(({ text }) => pattern.test(text));
    expect(found, `write instead: ${instead}`).toEqual([]);
  });

  test("call a pile a batch; only the code and the API say pile", () => {
    const found = texts.filter(
      ({ file, text }) => file.includes("shared/messages") && /\bpiles?\b/i.test(text),
    );
    expect(found).toEqual([]);
  });
});
