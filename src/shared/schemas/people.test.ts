import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { changePasswordSchema, resetPasswordSchema } from "./credentials.ts";
import {
  contactSchema,
  profileSchema,
  ratings,
  registerFormSchema,
  reviewSchema,
  saveUserSchema,
  signInSchema,
  signUpSchema,
  statusSchema,
} from "./people.ts";

/** The first problem of each field. */
function problems(schema: z.ZodType, input: unknown): Record<string, string> {
  const issues = schema.safeParse(input).error?.issues.toReversed() ?? [];
  return Object.fromEntries(issues.map((issue) => [issue.path.join("."), issue.message]));
}

const account = { name: "Rahim", email: "rahim@example.edu", password: "correct horse" };
const profile = {
  email: "rahim@example.edu",
  displayName: "রহিম",
  photoURL: "https://example.edu/me.png",
  department: "CSE",
  roll: "7",
  university: "BUET",
};

describe("the email of an account", () => {
  test.each([
    [" RAHIM@Example.EDU ", "rahim@example.edu"],
    ["a.b+c_d-e'f@mail.example.co.uk", "a.b+c_d-e'f@mail.example.co.uk"],
  ])("%j is stored as %s", (given, kept) => {
    expect(signUpSchema.parse({ ...account, email: given }).email).toBe(kept);
  });

  test.each([
    "rahim",
    "@example.edu",
    "rahim@",
    "rahim@example",
    ".rahim@example.edu",
    "rahim.@example.edu",
    "ra..him@example.edu",
    "ra him@example.edu",
    "rahim@example.edu\u0000",
    "rahim@127.0.0.1",
    "rahim@@example.edu",
    "a@example.edu,b@example.edu",
    "রহিম@example.edu",
    `${"a".repeat(243)}@example.edu`,
  ])("%j is not an email", (email) => {
    expect(problems(signUpSchema, { ...account, email })).toEqual({ email: "email" });
  });
});

describe("the password of an account", () => {
  test.each([
    ["1234567", "tooShort:8"],
    ["", "required"],
    ["x".repeat(129), "tooLong:128"],
    ["correct\u0000horse", "characters"],
    ["correct\ud800horse", "characters"],
  ])("%j is refused at registration with the problem %s", (password, problem) => {
    expect(problems(signUpSchema, { ...account, password })).toEqual({ password: problem });
  });

  test.each(["12345678", "x".repeat(128), " leading and trailing ", "গোপন শব্দটি"])(
    "%j is stored unchanged",
    (password) => {
      expect(signUpSchema.parse({ ...account, password }).password).toBe(password);
    },
  );

  test("a short password is a wrong password at login, not an invalid one", () => {
    expect(signInSchema.safeParse({ email: account.email, password: "x" }).success).toBe(true);
  });
});

test("a profile needs every field, and accepts a number as roll", () => {
  expect(profileSchema.parse({ ...profile, roll: 1903042, complete: true })).toMatchObject({
    ...profile,
    roll: "1903042",
  });
  for (const name of Object.keys(profile)) {
    const { [name as keyof typeof profile]: _left, ...rest } = profile;
    expect(problems(profileSchema, rest)).toEqual({ [name]: "required" });
    expect(problems(profileSchema, { ...profile, [name]: "  " })).toEqual({ [name]: "required" });
  }
});

test.each([
  "http://example.edu/a.png",
  "javascript:alert(1)",
  "me.png",
  "https://a:b@example.edu/",
  "data:image/png;base64,AA==",
])("%s is not a photo address", (photoURL) => {
  expect(problems(profileSchema, { ...profile, photoURL })).toEqual({ photoURL: "url" });
});

test("a request can't set a role or an id", () => {
  const result = [
    signUpSchema.safeParse({ ...account, role: "admin" }),
    saveUserSchema.safeParse({ email: account.email, displayName: "A", _id: 1 }),
  ];
  expect(result.map(({ error }) => error?.issues[0]?.code)).toEqual([
    "unrecognized_keys",
    "unrecognized_keys",
  ]);
});

describe("the rating of a review", () => {
  test.each<[given: string | number, kept: string]>([
    ...ratings.map((rating): [string, string] => [rating, rating]),
    [5, "5"],
    [4.5, "4.5"],
    ["৪.৫", "4.5"],
    ["3.0", "3"],
  ])("%j is stored as %s", (given, kept) => {
    expect(reviewSchema.parse({ comment: "Good", rating: given }).rating).toBe(kept);
  });

  test.each([0, 0.5, 5.5, 1.25, "five", "1e0", -1, true])("%j is not a rating", (rating) => {
    expect(problems(reviewSchema, { comment: "Good", rating })).toEqual({ rating: "rating" });
  });
});

describe("the status of an item", () => {
  test.each([
    ["approved", "Approved"],
    ["PENDING", "Pending"],
    [" Cancelled ", "Cancelled"],
  ])("%j is stored as %s", (given, kept) => {
    expect(statusSchema.parse({ status: given }).status).toBe(kept);
  });

  test.each([
    ["", "required"],
    ["  ", "required"],
    [undefined, "required"],
    ["done", "status"],
    [1, "status"],
    [null, "status"],
    ["Approve", "status"],
  ])("%j is refused with the problem %s", (status, problem) => {
    expect(problems(statusSchema, { status })).toEqual({ status: problem });
  });
});

describe("the contact form", () => {
  const message = { name: "N", email: "n@example.edu", sub: "S", mess: "One.\nTwo." };
  const rahim = { displayName: "Rahim Uddin", email: "rahim@example.edu" };

  test("requires all four fields", () => {
    expect(contactSchema(undefined).parse(message)).toEqual(message);
    expect(problems(contactSchema(undefined), {})).toEqual({
      name: "required",
      email: "required",
      sub: "required",
      mess: "required",
    });
  });

  test.each(["rahim uddin", " Rahim  Uddin "])(
    "accepts the username %j as the account's address",
    (email) => {
      expect(contactSchema(rahim).parse({ ...message, email }).email).toBe(rahim.email);
    },
  );

  test("accepts a different address from a logged-in sender", () => {
    expect(contactSchema(rahim).parse(message).email).toBe(message.email);
  });

  test.each([
    [undefined, "Rahim Uddin", "replyAddress:"],
    [undefined, "n@example", "replyAddress:"],
    [rahim, "Karim", "replyAddress:Rahim Uddin"],
  ])("refuses a message from %j with the address %j", (sender, email, problem) => {
    expect(problems(contactSchema(sender), { ...message, email })).toEqual({ email: problem });
  });
});

describe("two different passwords", () => {
  const passwords = { password: "long", passwordAgain: "longer" };
  test.each([
    ["register", registerFormSchema, { email: "nobody" }, { name: "required", email: "email" }],
    ["reset", resetPasswordSchema, { disconnect: "x" }, { disconnect: "invalid" }],
    ["change password", changePasswordSchema, { passwordNow: 1 }, { passwordNow: "text" }],
  ])("are a problem of the form %s, together with its other problems", (_form, schema, others, expected) => {
    expect(problems(schema, { ...passwords, ...others })).toEqual({
      ...expected,
      password: "tooShort:8",
      passwordAgain: "passwordsDiffer",
    });
  });

  test("are not reported as different if one of them is missing", () => {
    expect(problems(resetPasswordSchema, { password: "long enough", passwordAgain: "" })).toEqual({
      passwordAgain: "passwordAgain",
    });
  });
});
