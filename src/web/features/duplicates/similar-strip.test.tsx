import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { SimilarStrip } from "./similar-strip.tsx";

const kind = kindNamed("question");
const REFUSED = { problems: { betterCopyOf: "This item is gone." }, message: undefined, values: {} };
const awaits = { items: [], awaits: true };
const htmlOf = (props: Pick<Parameters<typeof SimilarStrip>[0], "similar" | "attempt">) =>
  renderToStaticMarkup(<SimilarStrip kind={kind} asksMonth={false} {...props} />);

test.each([undefined, awaits])("a refused better copy shows its problem, with duplicates %j", (similar) => {
  const html = htmlOf({ similar, attempt: REFUSED });
  expect(html).toContain('id="betterCopyOf"');
  expect(html).toContain("This item is gone.");
  expect(html.includes("<details")).toBe(similar !== undefined);
  if (similar) expect(html).toContain('<details open="">');
});

test("the strip is closed and asks for no better copy while nothing is refused", () => {
  expect(htmlOf({ similar: awaits, attempt: undefined })).toContain("<details>");
  expect(htmlOf({ similar: undefined, attempt: undefined })).not.toContain("betterCopyOf");
});
