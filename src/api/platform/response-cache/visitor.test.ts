import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { anybody, createVisitorOf, type Visitor, visitorHeader, visitorKey } from "./visitor.ts";

/** A different value for each part. tsc reports a part of `Visitor` that is missing here. */
const others: { [Name in keyof Visitor]: Visitor[Name] } = { theme: "dark" };
const visitorOf = createVisitorOf("https://proshno.example.edu");
const withCookie = (cookie?: string) =>
  visitorOf({ method: "GET", headers: cookie === undefined ? {} : { cookie } } as IncomingMessage);

describe.each(Object.entries(others))("the visitor's %s", (name, value) => {
  const other = { ...anybody, [name]: value };

  test("is part of the response cache's key", () => {
    expect(visitorKey(other)).not.toBe(visitorKey(anybody));
  });

  test("reaches the site in a cookie, from which the site reads the same visitor", () => {
    expect(visitorHeader(other)).toBe(`${name}=${value}`);
    expect(withCookie(visitorHeader(other))).toEqual(other);
  });
});

test("every part of a visitor is in this test's list of values", () => {
  expect(Object.keys(anybody)).toEqual(Object.keys(others));
});

test("a visitor without cookies needs no cookie header", () => {
  expect(withCookie()).toEqual(anybody);
  expect(visitorHeader(anybody)).toBeUndefined();
});
