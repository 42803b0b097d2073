import { expect, test } from "vitest";
import { createSeal } from "./seal.ts";

const SECRET = "a secret for tests only, of 32+ characters";
const { seal, open } = createSeal(SECRET, "test");

test.each(["", "x", "প্রশ্ন", "y".repeat(5_000)])("opening a sealed text returns the text: %.10s", (text) => {
  expect(open(seal(text))).toBe(text);
});

test("two seals of the same text differ, and neither shows the text", () => {
  const [first, second] = [seal("the remembered origin"), seal("the remembered origin")];
  expect(first).not.toBe(second);
  expect(Buffer.from(first, "base64url").toString("latin1")).not.toContain("remembered");
});

test("a seal with one changed byte does not open", () => {
  const sealed = Buffer.from(seal("sixteen of these"), "base64url");
  const opened = [...sealed.keys()].filter((index) => {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] as number) ^ 1;
    return open(changed.toString("base64url")) !== undefined;
  });
  expect(opened).toEqual([]);
});

test.each(["", "AAAA", "A".repeat(38), "A".repeat(400), "%", "💥"])(
  "a text that is not a seal does not open: %s",
  (text) => {
    expect(open(text)).toBeUndefined();
  },
);

test("a seal does not open for a different purpose or with a different secret", () => {
  const sealed = seal("x");
  expect(createSeal(SECRET, "other").open(sealed)).toBeUndefined();
  expect(createSeal(`${SECRET}!`, "test").open(sealed)).toBeUndefined();
});
