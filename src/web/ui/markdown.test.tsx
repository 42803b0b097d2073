import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Markdown, plainText } from "./markdown.tsx";

const html = (text: string): string => renderToStaticMarkup(<Markdown text={text} />);
const REL = 'rel="nofollow ugc noopener noreferrer"';

test.each([
  ["one\ntwo\n\nthree", "<p>one<br/>two</p><p>three</p>"],
  ["# A\n\n###### B", "<h2>A</h2><h6>B</h6>"],
  ["- a\n- *b*", "<ul><li>a</li><li><em>b</em></li></ul>"],
  ["- a\n\n- b", "<ul><li><p>a</p></li><li><p>b</p></li></ul>"],
  ["3. a\n4. **b**", '<ol start="3"><li>a</li><li><strong>b</strong></li></ol>'],
  ["> ~~a~~", "<blockquote><p><s>a</s></p></blockquote>"],
  ["a\n\n---\n\n`<b>`", "<p>a</p><hr/><p><code>&lt;b&gt;</code></p>"],
  ["```js\n1 < 2\n```", '<pre tabindex="0"><code>1 &lt; 2\n</code></pre>'],
  [
    "| a |\n|---|\n| b |",
    "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>",
  ],
  ["[a](https://example.edu/x?y=1)", `<p><a href="https://example.edu/x?y=1" ${REL}>a</a></p>`],
  ["<https://example.edu>", `<p><a href="https://example.edu/" ${REL}>https://example.edu</a></p>`],
  ["[a *b*](http://example.edu)", "<p>a <em>b</em></p>"],
  ["[a](mailto:a@example.edu) [b](/allBlogs) [c](//example.edu)", "<p>a b c</p>"],
  ["![A graph](https://example.edu/x.png)", "<p>A graph</p>"],
  ["<b>x</b> &amp; &copy;", "<p>&lt;b&gt;x&lt;/b&gt; &amp; ©</p>"],
  ["পরীক্ষা **কাল**", "<p>পরীক্ষা <strong>কাল</strong></p>"],
])("%j is rendered with the allowed elements only", (text, expected) => expect(html(text)).toBe(expected));

test("quotes can be nested deeply, and a text with 100 kB of one mark is rendered", () => {
  expect(html(`${">".repeat(90)} deep`)).toContain("deep");
  for (const piece of ["[", "![", "*a ", "**", "`", "> ", "- ", "<", "&#", "[a](", "|a", "\\"])
    expect(typeof html(piece.repeat(Math.floor(100_000 / piece.length)))).toBe("string");
});

test("a paragraph that is too long is shown as plain text", () => {
  expect(html(`*a*\n\n${"*b* ".repeat(2_600)}`)).toMatch(/^<p><em>a<\/em><\/p><p>\*b\* \*b\*/);
});

const count = (text: string, element: RegExp): number => html(text).match(element)?.length ?? 0;
const table = (columns: number, rows: string): string =>
  `|${"a|".repeat(columns)}\n|${"-|".repeat(columns)}\n${rows}\n`;

test("a table of 4,400 cells becomes a table, and pipes in code don't count", () => {
  const text = `\`${"|".repeat(6_000)}\`\n\n${table(40, `|${"*b*|".repeat(40)}\n`.repeat(109))}`;
  expect(count(text, /<t[hd]>/g)).toBe(4_400);
});

test("a table with more than 5,000 cells is shown as text, and so are the tables after it", () => {
  const first = table(2, "b\n".repeat(10));
  const text = `${first}\n${table(60, `|${"b|".repeat(60)}\n`.repeat(100))}\n${first}`;
  expect(count(text, /<table>/g)).toBe(1);
  expect(html(text).match(/a\|a/g)).not.toBeNull();
});

test.each([
  ["a table whose short rows are filled up", table(1_000, "a\n".repeat(48_000))],
  ["many such tables", table(60, "a\n".repeat(200)).concat("\n").repeat(150)],
  ["tables in quotes", table(60, "a\n".repeat(80)).concat("\n").repeat(150).replace(/^/gm, "> ")],
  ["tables that begin on every other line", "a|b\n-|-\n".repeat(12_000)],
  ["paragraphs of one letter", "a\n\n".repeat(33_000)],
  ["items of one letter", "- a\n".repeat(25_000)],
  ["marks in many paragraphs", `${"*a*\n".repeat(2_000)}\n`.repeat(12)],
])("a text of 100 kB becomes at most 12,000 elements: %s", (_what, text) => {
  expect(count(text.slice(0, 100_000), /<[a-z]/g)).toBeLessThanOrEqual(12_000);
  expect(html(text)).toContain("a");
});

test("the plain text of Markdown has only its words", () => {
  expect(plainText("# Plan\n\n- **first**\n- [second](https://example.edu)\n\n![graph](x) `code`\nend")).toBe(
    "Plan first second graph code end",
  );
});
