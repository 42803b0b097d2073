import { expect, test } from "vitest";
import { escapeMarkup } from "./escape-markup.ts";

test("an escaped text has no markup in HTML and XML, in content and in attributes", () => {
  expect(escapeMarkup(`<a title='x' lang="bn">&amp;`)).toBe(
    "&lt;a title=&#39;x&#39; lang=&quot;bn&quot;&gt;&amp;amp;",
  );
});

test("an escaped text loses the characters that XML does not allow, and keeps all others", () => {
  expect(escapeMarkup("a\u0000\u001b\ufffe\ud83db\tপ্রশ্ন 😀\n")).toBe("ab\tপ্রশ্ন 😀\n");
});
