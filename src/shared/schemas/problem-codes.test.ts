import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { messagesIn } from "../messages/index.ts";

/** Every text within an `error` of a schema; its start is a problem code. Comparisons contain no message. */
function messagesOf(source: string): string[] {
  const found: string[] = [];
  const take = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    else if (ts.isTemplateExpression(node)) found.push(node.head.text);
    else if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(take);
    else node.forEachChild(take);
  };
  const read = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && /^(error|message)$/.test(node.name.getText()))
      take(node.initializer);
    else node.forEachChild(read);
  };
  read(ts.createSourceFile("", source, ts.ScriptTarget.Latest, true));
  return found;
}

test("every error of a schema has a sentence in src/shared/messages/en-problems.ts", () => {
  const files = readdirSync(import.meta.dirname).filter((name) => !name.endsWith(".test.ts"));
  const messages = files.flatMap((name) =>
    messagesOf(readFileSync(join(import.meta.dirname, name), "utf8")).map((message) => ({ name, message })),
  );
  expect(messages.length).toBeGreaterThan(30);
  const { problems } = messagesIn("en");
  const unknown = messages.filter(({ message }) => !Object.hasOwn(problems, message.split(":")[0] ?? ""));
  expect(
    unknown,
    "add the code to src/shared/problems/problem-codes.ts and its sentence to en-problems.ts",
  ).toEqual([]);
});
