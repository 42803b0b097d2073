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
])("%j", (text, expected) => expect(html(text)).toBe(expected));

test("quotes nest deep, and a text of 100 kB of one mark is no trouble", () => {
  expect(html(`${">".repeat(90)} deep`)).toContain("deep");
  for (const piece of ["[", "![", "*a ", "**", "`", "> ", "- ", "<", "&#", "[a](", "|a", "\\"])
    expect(typeof html(piece.repeat(Math.floor(100_000 / piece.length)))).toBe("string");
});

test("a paragraph without end stays without marks, and a table without end is none", () => {
  expect(html(`*a*\n\n${"*b* ".repeat(2_600)}`)).toMatch(/^<p><em>a<\/em><\/p><p>\*b\* \*b\*/);
  const table = `|${"a|".repeat(60)}\n|${"-|".repeat(60)}\n${`|${"b|".repeat(60)}\n`.repeat(100)}`;
  expect(html(table)).not.toContain("<table>");
});

test("of a text its words alone", () => {
  expect(plainText("# Plan\n\n- **first**\n- [second](https://example.edu)\n\n![graph](x) `code`\nend")).toBe(
    "Plan first second graph code end",
  );
});
