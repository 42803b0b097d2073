import { describe, expect, test } from "vitest";
import { createApiPaths } from "./api-paths.ts";

const paths = createApiPaths([
  { path: "/", isPublic: true },
  { path: "/allQuestions", isPublic: true },
  { path: "/ALLQUESTIONS", isPublic: false },
  { path: "/question/{id}", isPublic: true },
  { path: "/myQuestions/{email}", isPublic: false },
  { path: "/users/{email}", isPublic: false },
  { path: "/users/admin/revoke", isPublic: false },
]);

describe("the canonical path of a call", () => {
  test.each([
    ["/api", "/api"],
    ["/API/", "/api/"],
    ["/api/allquestions", "/api/allQuestions"],
    ["/Api/ALLQUESTIONS/", "/api/allQuestions/"],
    ["/api/QUESTION/AbC", "/api/question/AbC"],
    ["/API/myquestions/Rahim@Example.EDU", "/api/myQuestions/Rahim@Example.EDU"],
    ["/api/Users/Admin@example.edu", "/api/users/Admin@example.edu"],
    ["/api/USERS/ADMIN/REVOKE", "/api/users/admin/revoke"],
    ["/API/Nothing/Here", "/api/Nothing/Here"],
    ["/api/ALLQUESTIONS/More", "/api/allQuestions/More"],
    ["/apiary/ALLQUESTIONS", "/apiary/ALLQUESTIONS"],
    ["/allquestions", "/allquestions"],
    ["/api//ALLQUESTIONS", "/api//ALLQUESTIONS"],
    ["//API/ALLQUESTIONS", "//API/ALLQUESTIONS"],
    ["/api/allQuest\u0131ons", "/api/allQuest\u0131ons"],
    ["/ap\u0130/ALLQUESTIONS", "/ap\u0130/ALLQUESTIONS"],
    ["/api/que\u017Ftion/AbC", "/api/que\u017Ftion/AbC"],
  ])("the path %s becomes %s", (sent, expected) => {
    expect(paths.canonical(sent)).toBe(expected);
    expect(paths.canonical(expected)).toBe(expected);
  });
});

test.each([
  ["/api", true],
  ["/API/allquestions", true],
  ["/api/allQuestions/", true],
  ["/api/question/abc", true],
  ["/api/question", false],
  ["/api/myQuestions/rahim@example.edu", false],
  ["/api/nothing", false],
  ["/allQuestions", false],
])("a call of %s is public: %s", (path, expected) => {
  expect(paths.isPublic(path)).toBe(expected);
});
