import { expect, test } from "vitest";
import { readToast, toastCookie } from "./toast-cookie.ts";

const sent = (cookie: string) => cookie.split(";")[0] as string;

test("a toast comes back as it was, Bangla, quotes and separators too", () => {
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
])("a foreign value is no toast: %s", (cookies) => expect(readToast(cookies)).toBeUndefined());

test("is readable by the server only, for a minute, and secure on https", () => {
  const [, ...attributes] = toastCookie({ title: "", detail: "" }, true).split("; ");
  expect(attributes.toSorted()).toEqual(["HttpOnly", "Max-Age=60", "Path=/", "SameSite=Lax", "Secure"]);
});
