import { expect, test } from "vitest";
import { cookieLine, cookiesOf } from "./cookies.ts";

test("a cookie is for the whole site, hidden from scripts, and secure on https", () => {
  const seconds = 60;
  expect(cookieLine("a", "b", { seconds, secure: false })).toBe(
    "a=b; Max-Age=60; Path=/; HttpOnly; SameSite=Lax",
  );
  expect(cookieLine("a", "b", { seconds, secure: true })).toBe(
    "a=b; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax",
  );
});

test("a value with any characters is read back unchanged, and adds no attribute", () => {
  const value = 'প্রশ্ন; Domain=example.edu, "a"=b\r\n%25';
  const [pair, ...attributes] = cookieLine("a", value, { seconds: 0, secure: false }).split("; ");
  expect(attributes).toEqual(["Max-Age=0", "Path=/", "HttpOnly", "SameSite=Lax"]);
  expect(cookiesOf(`first=1;${pair};  last=2`)).toEqual({ first: "1", a: value, last: "2" });
});

test.each([null, undefined, "", ";", "a", "=b", "a\u0000=b"])("%j has no cookies", (header) => {
  expect(cookiesOf(header)).toEqual({});
});

test("the first of two cookies with one name is used, and a wrong encoding is not decoded", () => {
  expect(cookiesOf("a=1; a=2; b=%zz; __proto__=c")).toEqual(
    Object.assign(Object.create(null), { a: "1", b: "%zz", ["__proto__"]: "c" }),
  );
});
