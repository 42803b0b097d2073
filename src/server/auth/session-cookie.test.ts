import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { readSessionToken } from "./session-cookie.ts";

const SECRET = "a secret of tests, with 32 characters";
const sign = (token: string, secret = SECRET) =>
  encodeURIComponent(`${token}.${createHmac("sha256", secret).update(token).digest("base64")}`);

test("a token with its signature is read, among other cookies too", () => {
  expect(readSessionToken(`a=b; proshno=${sign("token")}; c=d`, "proshno", SECRET)).toBe("token");
});

test.each([
  null,
  "",
  "proshno=",
  "proshno=token",
  "proshno=token.",
  "proshno=.c2ln",
  "proshno=%E0%A4%A",
  `proshno=${sign("token", "another secret")}`,
  `proshno=${sign("token").replace("token", "taken")}`,
  `other=${sign("token")}`,
  `xproshno=${sign("token")}`,
])("anything else is no session: %s", (cookies) => {
  expect(readSessionToken(cookies, "proshno", SECRET)).toBeUndefined();
});
