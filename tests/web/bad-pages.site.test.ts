import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { standaloneKinds } from "../../src/shared/kinds/index.ts";
import { insertOneOfEach, payloadOf } from "../support/archive/factories.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { rowCounts } from "../support/api/bodies.ts";
import { type Client, openSite } from "../support/api/site.ts";

let archive: TestArchive;
let site: ReturnType<typeof openSite>;
let visitor: Client;
let admin: Client;
let ids: Record<string, string>;
let before: Record<string, number>;
/** The responses whose status isn't one of the expected ones. */
let wrong: string[];

beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  site = openSite(archive, await builtPages());
  [visitor, admin] = [site.as(), site.as((await archive.signUp("Admin", "admin")).cookie)];
  ids = await insertOneOfEach(archive);
});
beforeEach(async () => {
  wrong = [];
  before = await rowCounts(archive);
});
afterAll(() => archive.close());

async function outcome() {
  return [
    { wrong, counts: await rowCounts(archive), faults: site.faults },
    { wrong: [], counts: before, faults: [] },
  ] as const;
}

async function expectStatus(
  reader: Client,
  path: string,
  due: number[],
  init: RequestInit = {},
): Promise<void> {
  const { status } = await reader.send(path, init);
  if (!due.includes(status)) wrong.push(`${init.method ?? "GET"} ${path.slice(0, 80)}: ${status}`);
}

/** These two pages redirect a logged-in person, so a visitor opens them. */
const readerOf = (path: string): Client => (path === "/login" || path === "/register" ? visitor : admin);

/** Every page with a form, and a valid form for it. */
const forms = (): [path: string, form: Record<string, unknown>][] => [
  ["/login", { email: "admin@example.edu", password: "not the password" }],
  [
    "/register",
    { name: "A", email: "a@example.edu", password: "correct horse", passwordAgain: "correct horse" },
  ],
  ["/contact", { name: "A", email: "a@example.edu", sub: "S", mess: "M" }],
  [`/question-details/${ids["question"]}`, { solveNumber: "1", solveDriveLink: "https://example.edu/a" }],
  ["/admin-dashboard/make-admin", { email: "nobody@example.edu" }],
  ["/admin-dashboard/users", { email: "nobody@example.edu", act: "suspend" }],
  ["/dashboard/user-review", { comment: "Good", rating: "4.5" }],
  [
    "/dashboard/edit-profile",
    {
      photoURL: "https://example.edu/p.png",
      displayName: "Admin",
      email: "admin@example.edu",
      department: "CSE",
      roll: "1",
      university: "BUET",
    },
  ],
  ["/admin-dashboard/admin-books", { id: ids["book"] as string, title: "It", status: "Approved" }],
  ...standaloneKinds.map((kind): [string, Record<string, unknown>] => [
    `/dashboard/${kind.pages.add}`,
    payloadOf(kind),
  ]),
];

test("every form page refuses a body that isn't a form", async () => {
  for (const [path] of forms()) {
    for (const type of [
      "application/json",
      "text/plain",
      "multipart/form-data",
      "multipart/form-data; boundary=x",
      "nonsense",
    ]) {
      await expectStatus(readerOf(path), path, [400, 415], {
        method: "POST",
        headers: { "content-type": type },
        body: '{"a":1}',
      });
    }
    await expectStatus(readerOf(path), path, [400, 415], { method: "POST", body: Buffer.from("a=b") });
    await expectStatus(readerOf(path), path, [400, 415], { method: "POST" });
  }
  const [found, none] = await outcome();
  expect(found).toEqual(none);
});

describe("forms with bad fields", () => {
  const blanks = ["", "   ", "\u200b", "a\u0000b", "x".repeat(150_000)];
  const optional = new Set(
    standaloneKinds.flatMap(({ fields }) => Object.keys(fields).filter((name) => !fields[name]?.required)),
  );
  const isBlank = (value: string) => value.replaceAll("\u200b", "").trim() === "";

  test.each(blanks.map((value) => [JSON.stringify(value).slice(0, 12), value]))(
    "are refused if a field is %s",
    async (_name, value) => {
      for (const [path, form] of forms()) {
        for (const name of Object.keys(form)) {
          if (name === "title" || (optional.has(name) && isBlank(value))) continue;
          const body = new URLSearchParams({ ...(form as Record<string, string>), [name]: value });
          // At login a blank password is a wrong password.
          await expectStatus(readerOf(path), path, path === "/login" ? [400, 401] : [400, 404, 409], {
            method: "POST",
            body,
          });
        }
      }
      const [found, none] = await outcome();
      expect(found).toEqual(none);
    },
  );

  test("are refused without fields and with unknown fields", async () => {
    for (const [path, form] of forms()) {
      await expectStatus(readerOf(path), path, [400, 404], { method: "POST", body: new URLSearchParams() });
      const extra = new URLSearchParams({ constructor: "1", __proto__: "2", extra: "3" });
      for (const [name] of Object.entries(form)) extra.append(name, "");
      await expectStatus(readerOf(path), path, [400, 401, 404], { method: "POST", body: extra });
    }
    const [found, none] = await outcome();
    expect(found).toEqual(none);
  });

  test("are refused with a file in a text field or a bad image", async () => {
    for (const [path, form] of forms()) {
      const body = new FormData();
      for (const name of Object.keys(form))
        body.append(name, new File(["<svg/>"], "a.svg", { type: "image/svg+xml" }));
      await expectStatus(readerOf(path), path, [400, 401, 404], { method: "POST", body });
    }
    const [found, none] = await outcome();
    expect(found).toEqual(none);
  });

  test("are refused with 413 if they are too large", async () => {
    for (const [path] of forms()) {
      const body = new URLSearchParams({ blog: "x".repeat(13 * 1024 * 1024) });
      await expectStatus(readerOf(path), path, [413], { method: "POST", body });
    }
    const [found, none] = await outcome();
    expect(found).toEqual(none);
  });
});

test("pages refuse wrong methods", async () => {
  for (const path of [
    "/",
    "/home",
    "/allBooks",
    "/forum",
    "/dashboard",
    "/logout",
    ...forms().map(([one]) => one),
  ]) {
    for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"])
      await expectStatus(admin, path, [302, 400, 404, 405, 415], { method });
  }
  for (const path of ["/", "/home", "/allBooks", "/forum", "/dashboard", "/dashboard/my-books", "/nowhere"]) {
    await expectStatus(admin, path, [404, 405], { method: "POST", body: new URLSearchParams({ a: "1" }) });
  }
  const [found, none] = await outcome();
  expect(found).toEqual(none);
});

test("pages answer malformed addresses and parameters without a server error", async () => {
  const paths = [
    "/%00",
    "/%E0%A4%A",
    "/allBooks/%E0%A4%A",
    "/book-details/%E0%A4%A",
    "/book-details/%00",
    "/book-details/x%2Fy",
    `/book-details/${"x".repeat(5_000)}`,
  ];
  paths.push(
    "/..//evil.test",
    "//evil.test",
    "/a//b",
    "/assets/..%2f..%2fpackage.json",
    "/assets/%00",
    "/ALLBOOKS",
    "/allbooks/",
    "/Dashboard/My-Books/",
    "/files/",
    "/.env",
    "/__manifest",
  );
  const queries = [
    "page=-1",
    "page=1e12",
    "page=1000000000000",
    "page=x",
    "size=0",
    "size=1e9",
    "year=abc",
    "status=done",
    "search=%00",
    "search=%E0%A4%A",
    "department=%00",
    "extra=1",
    "__proto__=1",
    `search=${"x".repeat(5_000)}`,
  ];
  for (const reader of [visitor, admin]) {
    for (const path of paths) await expectStatus(reader, path, [200, 301, 302, 308, 404, 400]);
    for (const kind of standaloneKinds) {
      for (const query of queries)
        await expectStatus(reader, `${kind.pages.lists[0]}?${query}`, [200, 302, 400]);
    }
  }
  for (const query of queries)
    await expectStatus(admin, `/admin-dashboard/admin-books?${query}`, [200, 302, 400]);
  for (const from of ["//evil.test", "/%5Cevil.test", "%00", "javascript:alert(1)"]) {
    const { headers } = await admin.send(`/login?from=${from}`);
    if (headers.get("location") !== "/") wrong.push(`from ${from}: ${headers.get("location")}`);
  }
  const [found, none] = await outcome();
  expect(found).toEqual(none);
});
