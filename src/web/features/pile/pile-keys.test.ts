import { expect, test } from "vitest";
import { pileKeyOf } from "./pile-keys.ts";

const pressed = (key: string, code: string, change: { altKey?: boolean; ctrlKey?: boolean } = {}) => ({
  key,
  code,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...change,
});

test("the letters of a pile work alone outside of fields, and with Alt everywhere", () => {
  expect(pileKeyOf(pressed("n", "KeyN"), false)).toBe("nextDoubt");
  expect(pileKeyOf(pressed("n", "KeyN"), true)).toBeUndefined();
  for (const isTyping of [false, true])
    expect(pileKeyOf(pressed("N", "KeyN", { altKey: true }), isTyping)).toBe("nextDoubt");
});

test("Alt and a letter that a keyboard changes still types in a field, and works outside of fields", () => {
  const changed = pressed("ø", "KeyO", { altKey: true });
  expect([pileKeyOf(changed, true), pileKeyOf(changed, false)]).toEqual([undefined, "paper"]);
  // On this keyboard, B is where others have N.
  expect(pileKeyOf(pressed("b", "KeyN", { altKey: true }), false)).toBeUndefined();
});

test("no letter of a pile works with Ctrl, so that the browser's own keys stay", () => {
  expect(pileKeyOf(pressed("n", "KeyN", { ctrlKey: true }), false)).toBeUndefined();
  expect(pileKeyOf(pressed("Enter", "Enter", { ctrlKey: true }), false)).toBe("send");
});
