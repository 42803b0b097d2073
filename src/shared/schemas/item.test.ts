import { linkName } from "../files/files.ts";
import { describe, expect, test } from "vitest";
import { payloadOf } from "../../../tests/support/archive/factories.ts";
import { DomainError, type Problems } from "../problems/errors.ts";
import { kindNamed, kinds, standaloneKinds } from "../kinds/index.ts";
import { FIRST_YEAR } from "../facets/accepted-years.ts";
import { checkField, itemSchema } from "./item.ts";
import { validate } from "./validate.ts";

const parse = (kind: string, changes: Record<string, unknown>) =>
  validate(itemSchema(kindNamed(kind)), payloadOf(kind, changes));

function problemsOf(kind: string, changes: Record<string, unknown>): Problems | undefined {
  try {
    parse(kind, changes);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(DomainError);
    return (error as DomainError).fields;
  }
}

describe.each(kinds.map((kind) => [kind.name, kind] as const))("the fields of %s", (name, kind) => {
  const parent = kind.parent ? { [kind.parent.idField]: "0".repeat(24) } : {};

  test("are accepted, and returned as text under their canonical names", () => {
    const payload = payloadOf(name, parent);
    expect(parse(name, payload)).toEqual(payload);
  });

  test("don't include the fields that the server sets", () => {
    const known = Object.fromEntries(kind.ignored.map((field) => [field, { any: ["thing"] }]));
    const payload = payloadOf(name, parent);
    const { ...fields } = { ...payload, ...known };
    expect(validate(itemSchema(kind), { ...fields, ...payload })).toEqual(payload);
    expect(
      Object.keys(validate(itemSchema(kind), { ...fields, ...payload }) as object).some((field) =>
        kind.ignored.includes(field),
      ),
    ).toBe(false);
  });

  test("are required if the kind says so, and optional otherwise", () => {
    const required = Object.keys(kind.fields).filter((field) => kind.fields[field]?.required);
    const nothing = problemsOf(name, {
      ...Object.fromEntries(Object.keys(kind.fields).map((field) => [field, ""])),
      ...parent,
    });
    expect(Object.keys(nothing ?? {}).toSorted()).toEqual(required.toSorted());
    const codes = required.map((field) => (field === linkName(kind) ? "fileOrLink" : "required"));
    expect(Object.values(nothing ?? {}).map(({ code }) => code)).toEqual(codes);
  });

  test("refuse unknown names", () => {
    expect(problemsOf(name, { ...parent, id: 1, constructor: 2 })).toEqual({
      id: { code: "unknownField" },
      constructor: { code: "unknownField" },
    });
  });
});

test("an answer needs the id of a question", () => {
  expect(problemsOf("answer", {})).toEqual({ questionId: { code: "required" } });
  expect(problemsOf("answer", { questionId: "a b" })).toEqual({ questionId: { code: "id" } });
});

test.each([
  ["lab", "labName", "LabReportName"],
  ["blog", "blogImg", "BlogImg"],
  ["answer", "solveDriveLink", "driveLink"],
])("%s accepts %s under the name %s too", (kind, field, alias) => {
  const { [field]: value, ...rest } = payloadOf(kind, kind === "answer" ? { questionId: "1" } : {});
  const item = validate(itemSchema(kindNamed(kind)), { ...rest, [alias]: value }) as Record<string, string>;
  expect(item[field]).toBe(value);
  expect(item).not.toHaveProperty(alias);
});

describe("the values of a field", () => {
  const next = new Date().getFullYear() + 1;
  test.each<[kind: string, field: string, given: unknown, stored: string]>([
    ["question", "year", 2019, "2019"],
    ["question", "year", "২০১৯", "2019"],
    ["question", "year", ` ${next} `, String(next)],
    ["question", "year", "2021-22", "2022"],
    ["question", "year", "২০২১–২২", "2022"],
    ["question", "year", "1999/2000", "2000"],
    ["question", "semester", 3, "3"],
    ["question", "semester", "৩", "৩"],
    ["question", "semester", " L-2  T-1 ", "L-2 T-1"],
    ["question", "semester", "Fall 2022", "Fall 2022"],
    ["question", "semester", "২য\u09bc", "২য\u09bc"],
    ["question", "semester", "২\u09df", "২য\u09bc"],
    ["book", "edition", 999, "999"],
    ["book", "edition", "2nd Edition", "2nd Edition"],
    ["question", "department", "eee", "ece"],
    ["question", "department", "Law", "Law"],
    ["question", "examType", "MID", "mid"],
    ["question", "term", "Autumn", "fall"],
    ["question", "term", "Spring 2022", "spring"],
    ["question", "term", "শীত", "winter"],
    ["question", "heldIn", "Jan. 2018", "january"],
    ["question", "heldIn", "ডিসেম্বর ২০১৮", "december"],
    ["question", "set", "set-b", "B"],
    ["question", "set", "a1", "A1"],
    ["question", "set", 2, "2"],
    ["question", "subject", "  Data \n\t Structures ", "Data Structures"],
    ["question", "subject", "Cafe\u0301", "Café"],
    ["syllabus", "syllabusName", "cse", "CSE"],
    ["blog", "blog", " One.\r\n\r\nTwo.\r ", "One.\n\nTwo."],
    ["book", "driveLink", "  https://EXAMPLE.edu/a b ".replace(" b", "%20b"), "https://example.edu/a%20b"],
  ])("%s.%s %j is stored as %j", (kind, field, given, stored) => {
    expect((parse(kind, { [field]: given }) as Record<string, string>)[field]).toBe(stored);
  });

  test.each<[kind: string, field: string, given: unknown, code: string, param?: string]>([
    ["question", "year", FIRST_YEAR - 1, "year", `${FIRST_YEAR} to ${next}`],
    ["question", "year", next + 1, "year", `${FIRST_YEAR} to ${next}`],
    ["question", "year", "2021-23", "year", `${FIRST_YEAR} to ${next}`],
    ["question", "year", "20a9", "year", `${FIRST_YEAR} to ${next}`],
    ["question", "year", "12019", "year", `${FIRST_YEAR} to ${next}`],
    ["question", "semester", "?", "letters"],
    ["question", "semester", "3".repeat(61), "tooLong", "60"],
    ["question", "semester", true, "text"],
    ["book", "edition", "", "required"],
    ["book", "edition", "-", "letters"],
    ["question", "subject", "a\u0000", "characters"],
    ["question", "subject", "\ud800", "characters"],
    ["question", "subject", "\u200b", "required"],
    ["question", "examType", "oral", "choice", "class-test, quiz, mid, final, improvement, lab"],
    ["question", "term", "monsoon", "choice", "spring, summer, fall, winter"],
    ["question", "set", "ABC", "set"],
    ["question", "set", "-", "set"],
    ["question", "driveLink", "http://example.edu", "notHttps"],
    ["blog", "blogImg", "data:image/svg+xml;base64,AAAA", "imageData"],
    ["blog", "blogImg", "data:image/png;base64,@@@@", "imageData"],
    ["blog", "blogImg", ` data:image/png;base64,${"A".repeat(2_800_000)}`, "imageSize", "2"],
    ["blog", "blogImg", "https://127.0.0.1/a.png", "privateHost"],
    ["question", "subject", 5, "text"],
    ["question", "year", true, "text"],
    ["question", "driveLink", null, "text"],
  ])("%s.%s %j is refused with the problem %s", (kind, field, given, code, param) => {
    expect(problemsOf(kind, { [field]: given })).toEqual({ [field]: { code, param } });
  });
});

test.each([
  ["question", "subject", 200],
  ["question", "code", 40],
  ["question", "university", 200],
  ["book", "author", 200],
  ["blog", "blog", 100_000],
])("%s.%s can be up to %i characters long", (kind, field, max) => {
  expect(parse(kind, { [field]: "ক".repeat(max) })).toHaveProperty(field, "ক".repeat(max));
  expect(problemsOf(kind, { [field]: "ক".repeat(max + 1) })).toEqual({
    [field]: { code: "tooLong", param: String(max) },
  });
});

test("an import can check every field of every standalone kind by itself", () => {
  for (const kind of standaloneKinds) {
    const payload = payloadOf(kind) as Record<string, string>;
    for (const [name, field] of Object.entries(kind.fields))
      expect(checkField(field, payload[name] ?? "")).toEqual({ text: payload[name] });
  }
});
