import { expect, test } from "vitest";
import { readToast, toastCookie } from "./toast-cookie.ts";

const sent = (cookie: string) => cookie.split(";")[0] as string;

test("a toast is read back unchanged, with Bangla, quotes and separators", () => {
  const toast = {
    title: "Question Added Successfully",
    detail: 'Status of “ডাটা; স্ট্রাকচার" = Approved',
    sent: "me:/dashboard/add-question::",
  };
  expect(readToast(`a=b; ${sent(toastCookie(toast, false))}; c=d`)).toEqual(toast);
});

test.each([
  null,
  "",
  "toast=",
  "toast=%7B",
  "toast=%22text%22",
  "toast=%7B%22title%22%3A1%7D",
  "toast=null",
  "other=1",
])("the cookie header %j has no valid toast", (cookies) => expect(readToast(cookies)).toBeUndefined());

test("a toast's cookie is hidden from scripts, valid for a minute, and secure on https", () => {
  const [, ...attributes] = toastCookie({ title: "", detail: "" }, true).split("; ");
  expect(attributes.toSorted()).toEqual(["HttpOnly", "Max-Age=60", "Path=/", "SameSite=Lax", "Secure"]);
});
