import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { onwardPath, returnPath } from "./return-to.ts";

const HOME = "https://proshno.example.edu";
/** The address that a browser would open for `Location: path`. */
const destination = (path: string) => new URL(path, HOME);

test.each([
  ["/dashboard", "/dashboard"],
  ["/allQuestions?department=CSE&page=2", "/allQuestions?department=CSE&page=2"],
  ["/question-details/1#answers", "/question-details/1#answers"],
  ["/search?q=তথ্য", "/search?q=%E0%A6%A4%E0%A6%A5%E0%A7%8D%E0%A6%AF"],
  ["/a/../dashboard", "/dashboard"],
  ["/login?from=//evil.test", "/login?from=//evil.test"],
])("the return address %s becomes %s", (given, expected) => {
  expect(returnPath(given)).toBe(expected);
});

test.each([
  undefined,
  null,
  "",
  "dashboard",
  "//evil.test",
  "///evil.test",
  "/\\evil.test",
  "\\\\evil.test",
  "/..//evil.test",
  "/.//evil.test",
  "/a/..//evil.test",
  "/%2e%2e//evil.test",
  "/\t/evil.test",
  "/\n/evil.test",
  "\t//evil.test",
  " //evil.test",
  "https://evil.test",
  "https:evil.test",
  "javascript:alert(1)",
  "data:text/html,x",
  "/\\/evil.test",
  "/\u0000/../\\evil.test",
  "//",
  "//@evil.test",
  "https://self.invalid/a",
])("the return address %j becomes the home page", (given) => {
  expect(returnPath(given)).toBe("/");
});

describe("any return address", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "/",
      "//",
      "\\",
      "..",
      ".",
      "%2e%2e",
      "%2f",
      "%5c",
      "evil.test",
      "@",
      ":",
      "?",
      "#",
      "\t",
      "\n",
      "\r",
      " ",
      "\u0000",
      "\u00a0",
      "。",
      "／",
      "＼",
      "https:",
      "javascript:",
      "dashboard",
    ),
    fc.string({ unit: "binary", maxLength: 4 }),
  );
  const given = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
  const path = given.map((rest) => `/${rest}`);

  const RUNS = 20_000;

  test("keeps the browser on this site", () => {
    fc.assert(
      fc.property(fc.oneof(given, path), (from) => {
        const back = returnPath(from);
        expect(back.startsWith("/")).toBe(true);
        expect(destination(back).origin).toBe(HOME);
        // Only characters that a header accepts.
        expect(back).toMatch(/^[\x21-\x7e]+$/);
      }),
      { numRuns: RUNS },
    );
    console.log(`redirect targets: ${RUNS} tried, 0 left the site`);
  });

  test("is not changed by a second check", () => {
    fc.assert(
      fc.property(path, (from) => {
        expect(returnPath(returnPath(from))).toBe(returnPath(from));
      }),
      { numRuns: 2_000 },
    );
  });
});

test.each([
  ["/dashboard", "/dashboard"],
  ["/admin-dashboard?page=2", "/admin-dashboard?page=2"],
  ["/apiary", "/apiary"],
  ["/search?q=a.data", "/search?q=a.data"],
  ["/login/confirm?from=%2Fdashboard", "/"],
  ["/dashboard.data", "/"],
  ["/logout.data", "/"],
  ["/_root.DATA?index", "/"],
  ["/api/allBooks", "/"],
  ["/API", "/"],
  ["/files/0123/a.pdf", "/"],
  ["/uploads/0123", "/"],
  ["/login?from=%2Fdashboard", "/"],
  ["/LOGIN//?from=%2Fregister", "/"],
  ["/%6cogin", "/"],
  ["/login/second-factor", "/"],
  ["/register", "/"],
  ["/logout", "/"],
  ["/auth/welcome?from=%2Fauth%2Fwelcome", "/"],
  ["/%zz", "/%zz"],
  ["//evil.test", "/"],
])("a login that remembers %s redirects to %s", (given, expected) => {
  expect(onwardPath(given)).toBe(expected);
});
