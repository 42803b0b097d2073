import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
/** The attributes that people see or hear. `label` is a property of our own components. */
const READ =
  /^(title|aria-(label|description|roledescription|valuetext|placeholder)|placeholder|alt|label|summary)$/;

/** The literal texts that can be an expression's value. */
function literalsOf(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [
      node.head.text,
      ...node.templateSpans.flatMap((span) => [...literalsOf(span.expression), span.literal.text]),
    ];
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(literalsOf);
  if (ts.isParenthesizedExpression(node)) return literalsOf(node.expression);
  if (!ts.isBinaryExpression(node)) return [];
  const { kind } = node.operatorToken;
  const { PlusToken, BarBarToken, QuestionQuestionToken, AmpersandAmpersandToken } = ts.SyntaxKind;
  if (kind === AmpersandAmpersandToken) return literalsOf(node.right);
  const isText = kind === PlusToken || kind === BarBarToken || kind === QuestionQuestionToken;
  return isText ? [node.left, node.right].flatMap(literalsOf) : [];
}

/** The words that a component writes itself, in its content or in an attribute that people read. */
function literalWords(source: string): string[] {
  const found: string[] = [];
  const take = (node: ts.Node | undefined) => {
    if (node) found.push(...literalsOf(node));
  };
  const read = (node: ts.Node): void => {
    if (ts.isJsxText(node)) found.push(node.text.replace(/&#?\w+;/g, "").trim());
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) take(node.expression);
    if (ts.isJsxAttribute(node) && READ.test(node.name.getText()) && node.initializer)
      take(ts.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer);
    node.forEachChild(read);
  };
  read(ts.createSourceFile("", source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found.filter((text) => /\p{L}/u.test(text));
}

test.each([
  "<p>Save</p>",
  "<p>সংরক্ষণ</p>",
  '<p>{"Save"}</p>',
  '<p>{isNew ? "Save" : words.edit}</p>',
  '<p>{isNew && "Save"}</p>',
  '<p>{name ?? "Save"}</p>',
  "<p>{`Save ${name}`}</p>",
  '<img alt="Save" />',
  '<a title="Save" />',
  '<input placeholder={"Save"} />',
  "<nav aria-label={`Save ${name}`} />",
  '<Field label={isNew ? "Save" : label} />',
])("a component with %s is reported", (source) => {
  expect(literalWords(`const x = ${source};`)).toHaveLength(1);
});

test.each([
  "<p>{words.save}</p>",
  '<p className="save">1 · &nbsp;×</p>',
  '<p>{status === "Approved" && words.approved}</p>',
  '<img alt="" />',
  '<a title={words.of("save")} />',
])("a component with %s is not reported", (source) => {
  expect(literalWords(`const x = ${source};`)).toEqual([]);
});

test("components take their words from src/shared/messages", () => {
  const files = globSync("src/web/**/*.tsx", { cwd: root });
  expect(files.length).toBeGreaterThan(150);
  const found = files.flatMap((file) =>
    literalWords(readFileSync(join(root, file), "utf8")).map((text) => `${file}: ${text}`),
  );
  expect(found, "move these words to src/shared/messages and read them with useMessages()").toEqual([]);
});
