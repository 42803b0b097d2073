import { afterAll, beforeAll, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { kindNamed, standaloneKinds } from "../../src/shared/kinds/index.ts";
import { insertItem, payloadOf, PNG } from "../support/archive/factories.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { type Answer, type Client, openSite } from "../support/api/site.ts";
import { en } from "../../src/shared/messages/en.ts";

let archive: TestArchive;
let student: Client;
let admin: Client;
let visitor: Client;
let cookies: Map<Client, string>;

beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  const site = openSite(archive, await builtPages());
  const signedUp = [await archive.signUp("Student"), await archive.signUp("Admin", "admin")];
  [student, admin] = signedUp.map(({ cookie }) => site.as(cookie)) as [Client, Client];
  visitor = site.as();
  cookies = new Map([
    [student, signedUp[0]?.cookie ?? ""],
    [admin, signedUp[1]?.cookie ?? ""],
  ]);
});
afterAll(() => archive.close());

const post = (who: Client, path: string, fields: Record<string, unknown>) =>
  who.send(path, { method: "POST", body: new URLSearchParams(fields as Record<string, string>) });

/** The toast on the page after a redirect, in a browser without JavaScript. */
async function toastAfter(who: Client, { status, headers }: Answer) {
  expect(status).toBe(303);
  const [name] = /^toast=[^;]+/.exec(headers.get("set-cookie") ?? "") ?? [];
  const cookie = [cookies.get(who), name].filter(Boolean).join("; ");
  const location = headers.get("location") as string;
  const { text } = await who.send(location, { headers: { cookie } });
  const shown =
    /<dialog open="" class="toast"[^>]*><div role="status"><strong>(.*?)<\/strong> <span>(.*?)<\/span>/;
  const [, title, detail] = shown.exec(text) ?? [];
  return { title, detail };
}

interface Case {
  what: string;
  who: () => Client;
  send: () => Promise<[path: string, fields: Record<string, unknown>]>;
  title: string;
  detail: RegExp;
}

/** The forms that succeed. A blog is tested below, because its image is a file. */
const cases: Case[] = [
  ...standaloneKinds
    .filter(({ name }) => name !== "blog")
    .map((kind) => ({
      what: `a contributed ${kind.name}`,
      who: () => student,
      send: async (): Promise<[string, Record<string, unknown>]> => [
        `/dashboard/${kind.pages.add}`,
        payloadOf(kind),
      ],
      title: `${kind.words.en.one} Added Successfully`,
      detail: /^Your contribution is Pending until a moderator approves it/,
    })),
  {
    what: "an answer",
    who: () => student,
    send: async () => [
      `/question-details/${await insertItem(archive, "question")}`,
      payloadOf("answer") as Record<string, string>,
    ],
    title: "order confirmed",
    detail: /^Your answer now appears below the question/,
  },
  {
    what: "a new status",
    who: () => admin,
    send: async () => {
      const id = await insertItem(archive, "book", { status: "Pending", fields: { bookName: "The Book" } });
      return ["/admin-dashboard/admin-books", { id, status: "Approved", version: "1" }];
    },
    title: "update",
    detail: /^The status of “The Book.*” is now Approved/,
  },
  {
    what: "a profile",
    who: () => student,
    send: async () => [
      "/dashboard/edit-profile",
      {
        photoURL: "https://example.edu/me.png",
        displayName: "Rahim",
        email: "student@example.edu",
        department: "EEE",
        roll: "7",
        university: "BUET",
      },
    ],
    title: "Profile updated Successfully",
    detail: /^Your profile shows the new details/,
  },
  {
    what: "a review",
    who: () => student,
    send: async () => ["/dashboard/user-review", { comment: "Useful", rating: "4.5" }],
    title: "Review Added Successfully !",
    detail: /^Thank you/,
  },
  {
    what: "a new admin",
    who: () => admin,
    send: async () => {
      await archive.signUp("Karim");
      return ["/admin-dashboard/make-admin", { email: "karim@example.edu" }];
    },
    title: "Make Admin successfully",
    detail: /^karim@example.edu is now an admin/,
  },
  {
    what: "a subscription",
    who: () => visitor,
    send: async () => ["/newsletter", { email: "reader@example.edu", from: "/forum" }],
    title: en.newsletter.thanks,
    detail: /^This address is on our list/,
  },
];

test.each(cases)(
  "after $what the toast says “$title”, and the details",
  async ({ who, send, title, detail }) => {
    const answer = await post(who(), ...(await send()));
    const shown = await toastAfter(who(), answer);
    expect(shown.title).toBe(title);
    expect(shown.detail).toMatch(detail);
  },
);

test("after a blog with its image the toast says “Blog Added Successfully”", async () => {
  const form = new FormData();
  for (const [name, value] of Object.entries(payloadOf("blog"))) form.set(name, value as string);
  const bytes = Buffer.from(PNG.slice(PNG.indexOf(",") + 1), "base64");
  form.set("blogImg", new File([bytes], "cover.png", { type: "image/png" }));
  const answer = await student.send("/dashboard/add-blogs", { method: "POST", body: form });
  expect((await toastAfter(student, answer)).title).toBe("Blog Added Successfully");
});

/** Matches the text of every success toast. */
const SUCCESS = /success|order confirmed|Thanks for/i;
const refusals: [what: string, who: () => Client, path: string, Record<string, unknown>, words: string][] = [
  ...standaloneKinds.map(
    (kind) =>
      [
        `an empty ${kind.name}`,
        () => student,
        `/dashboard/${kind.pages.add}`,
        {},
        `${kind.words.en.fields[kind.title]?.label} is required`,
      ] as (typeof refusals)[number],
  ),
  [
    "a new admin without an account",
    () => admin,
    "/admin-dashboard/make-admin",
    { email: "nobody@example.edu" },
    "Oops! Not working",
  ],
  [
    "a registration with different passwords",
    () => visitor,
    "/register",
    { name: "R", email: "r@example.edu", password: "one good phrase", passwordAgain: "another good phrase" },
    "Your Password did not match",
  ],
  ["an empty profile", () => student, "/dashboard/edit-profile", {}, "Name is required"],
  ["a review without words", () => student, "/dashboard/user-review", { rating: "5" }, "Comment is required"],
  ["a subscription without an address", () => visitor, "/newsletter", { email: "" }, "Email is required"],
  [
    "a registration with different passwords and without a name",
    () => visitor,
    "/register",
    { name: "", email: "r@example.edu", password: "one good phrase", passwordAgain: "another good phrase" },
    "Your Password did not match",
  ],
  [
    "a message without a reply address",
    () => visitor,
    "/contact",
    { name: "R", email: "rahim", sub: "S", mess: "M" },
    "Enter an email address, such as name@example.edu. To use your username, log in first.",
  ],
  ["a blank message", () => visitor, "/contact", { name: "R" }, "Message is required"],
];

test.each(refusals)(
  "%s is refused with an error at the field, and without a success message",
  async (...one) => {
    const [, who, path, fields, words] = one;
    const answer = await post(who(), path, fields);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.headers.get("set-cookie") ?? "").not.toContain("toast=");
    const main = answer.text.slice(answer.text.indexOf("<main"), answer.text.indexOf("</main>"));
    expect(main).toContain(words);
    expect(main).not.toMatch(SUCCESS);
    expect(answer.text).toContain("<title>Error: ");
    const [, summary = ""] = /class="error-summary" role="alert"[^>]*>(.*?)<\/ul>/s.exec(main) ?? [];
    const links = [...summary.matchAll(/<a href="#([^"]+)">([^<]+)<\/a>/g)];
    expect(links.length).toBeGreaterThan(0);
    for (const [, id, problem] of links) {
      expect(main).toContain(`id="${id}"`);
      expect(main).toMatch(new RegExp(`id="${id}-problem">.*?${escaped(problem as string)}`));
    }
  },
);

test("a registration with different passwords keeps the name and the email, and no password", async () => {
  const fields = { name: "Rahim", email: "rahim-again@example.edu" };
  const passwords = { password: "one good phrase", passwordAgain: "another good phrase" };
  const { text } = await post(visitor, "/register?from=%2FallBooks", { ...fields, ...passwords });
  for (const value of Object.values(fields)) expect(text).toContain(`value="${value}"`);
  for (const value of Object.values(passwords)) expect(text).not.toContain(value);
  expect(text).toContain('action="/register?from=%2FallBooks"');
});

test("an empty answer is refused with an error at each field", async () => {
  const path = `/question-details/${await insertItem(archive, "question")}`;
  const { status, text } = await post(student, path, {});
  expect(status).toBe(400);
  for (const name of Object.keys(kindNamed("answer").fields)) expect(text).toContain(`id="${name}-problem"`);
  expect(text).not.toContain("order confirmed");
});

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
