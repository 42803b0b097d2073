import { expect, test } from "vitest";
import { type Allowed, authorize } from "./authorize.ts";
import type { User } from "./policy.ts";

const student: User = { id: "s", email: "s@example.edu", displayName: "S", role: "student", photoURL: null };
const admin: User = { ...student, id: "a", role: "admin" };
const removes = (by: Allowed<"removeItem">): string => by.id;

test("a visitor must log in before anything else is checked", () => {
  expect(() => authorize(undefined, "removeItem")).toThrow("sign_in_required");
  expect(() => authorize(undefined, "vote", { uploaderId: null })).toThrow("sign_in_required");
});

test("a person without permission for the action or its object gets the error forbidden", () => {
  expect(() => authorize(student, "removeItem")).toThrow("forbidden");
  expect(() => authorize(student, "vote", { uploaderId: "s" })).toThrow("forbidden");
  expect(authorize(student, "vote", { uploaderId: "a" })).toBe(student);
});

test("a function that needs a permission compiles only after the check of the same action", () => {
  expect(removes(authorize(admin, "removeItem"))).toBe("a");
  // @ts-expect-error The admin is not authorized.
  expect(removes(admin)).toBe("a");
  // @ts-expect-error The admin is authorized for a different action.
  expect(removes(authorize(admin, "setStatus"))).toBe("a");
  // @ts-expect-error The policy of votes needs the answer.
  expect(() => authorize(admin, "vote")).toThrow("uploaderId");
});
