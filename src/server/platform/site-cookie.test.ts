import { expect, test } from "vitest";
import { sessionCookie } from "./site-cookie.ts";

const cookies = sessionCookie("http://127.0.0.1:3000");
const read = (cookie: string) => cookies.read(new Headers({ cookie }));

test("the token is read, among other cookies too", () => {
  expect(read("proshno=token")).toBe("token");
  expect(read("a=b; proshno=token; c=d")).toBe("token");
  expect(read("a=b;proshno=token")).toBe("token");
});

test.each(["", "proshno=", "proshno", "other=token", "xproshno=token", "__Host-proshno=token"])(
  "anything else is no session: %s",
  (cookie) => expect(read(cookie)).toBeUndefined(),
);

test("where the site is https, only the cookie that belongs to this host alone counts", () => {
  const secure = sessionCookie("https://proshno.example.edu");
  expect(secure.write("token", 60)).toBe(
    "__Host-proshno=token; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax",
  );
  expect(secure.read(new Headers({ cookie: "proshno=token" }))).toBeUndefined();
  expect(secure.read(new Headers({ cookie: "__Host-proshno=token" }))).toBe("token");
});
