import { expect, test } from "vitest";
import { sessionCookie } from "./site-cookie.ts";

const cookies = sessionCookie("http://127.0.0.1:3000");
const read = (cookie: string) => cookies.read(new Headers({ cookie }));

test("the session's token is read among other cookies", () => {
  expect(read("proshno=token")).toBe("token");
  expect(read("a=b; proshno=token; c=d")).toBe("token");
  expect(read("a=b;proshno=token")).toBe("token");
});

test.each(["", "proshno=", "proshno", "other=token", "xproshno=token", "__Host-proshno=token"])(
  "the cookie header %j has no session",
  (cookie) => expect(read(cookie)).toBeUndefined(),
);

test("a site on https accepts only the cookie with the __Host- prefix", () => {
  const secure = sessionCookie("https://proshno.example.edu");
  expect(secure.write("token", 60)).toBe(
    "__Host-proshno=token; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax",
  );
  expect(secure.read(new Headers({ cookie: "proshno=token" }))).toBeUndefined();
  expect(secure.read(new Headers({ cookie: "__Host-proshno=token" }))).toBe("token");
});
