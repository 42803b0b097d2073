import { en } from "../../src/shared/messages/en.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../src/api/app.ts";
import { builtPages } from "../../src/process/pages.ts";
import { createServices } from "../../src/server/services.ts";
import { standaloneKinds } from "../../src/shared/kinds/index.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { type Client, openSite } from "../support/api/site.ts";

let archive: TestArchive;
let site: ReturnType<typeof openSite>;
let visitor: Client;
let student: Client;
let owner: Client;
let question: string;
let pending: string;

const paper = (subject: string) => ({
  department: "ece",
  subject,
  code: "EEE 2205",
  semester: "3",
  year: "2019",
  driveLink: "https://example.edu/paper.pdf",
});
const form = { "content-type": "application/x-www-form-urlencoded" };
const message = "name=a&email=b@c.edu&sub=c&mess=d";

beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  site = openSite(archive, await builtPages());
  visitor = site.as();
  student = site.as((await archive.signUp("Student")).cookie);
  owner = site.as((await archive.signUp("Owner")).cookie);
  const admin = site.as((await archive.signUp("Admin", "admin")).cookie);
  const contribute = async (subject: string) =>
    (await owner.post("/api/postQuestion", paper(subject))).body.insertedId as string;
  question = await contribute("Signals and Systems");
  pending = await contribute("Power Electronics");
  await admin.put(`/api/QuestionStatusUpdate/${question}`, { status: "Approved" });
});

afterAll(async () => {
  expect(site.faults).toEqual([]);
  await archive.close();
});

test("a public page has one description, and each list has its own", async () => {
  const descriptionsOf = async (path: string) => {
    const { text } = await visitor.get(path);
    return [...text.matchAll(/<meta name="description" content="([^"]+)"/g)].map(([, words]) => words);
  };
  const lists = standaloneKinds.map(({ pages }) => pages.lists[0] as string);
  const paths = ["/", "/forum", "/contact", `/question-details/${question}`, ...lists];
  const all = await Promise.all(paths.map(descriptionsOf));
  expect(all.map((found) => found.length)).toEqual(paths.map(() => 1));
  expect(new Set(all.slice(-lists.length).flat()).size).toBe(lists.length);
});

const canonicalOf = async (path: string) =>
  [...(await visitor.get(path)).text.matchAll(/<link rel="canonical" href="([^"]+)"/g)].map(
    ([, href]) => href,
  );

test.each([
  ["", ""],
  ["?department=ece&year=2019&utm_source=x", "?department=ece&year=2019"],
  ["?search=signals&page=0", "?search=signals"],
])(
  "the two lists of questions share one canonical address: of the query %j it keeps %j",
  async (query, kept) => {
    const [one, other] = await Promise.all([
      canonicalOf(`/allQuestions${query}`),
      canonicalOf(`/find-questions${query}`),
    ]);
    expect(one).toEqual([`${archive.origin}/allQuestions${kept.replaceAll("&", "&amp;")}`]);
    expect(other).toEqual(one);
  },
);

const mainOf = (html: string) => html.slice(html.indexOf("<main"), html.indexOf("</main>"));

test("the search accepts its words in `q` too", async () => {
  const { status, text } = await visitor.get("/search?q=signals&kind=question");
  expect(status).toBe(200);
  expect(text).toContain(`/question-details/${question}`);
  const named = await visitor.get("/search?search=signals&kind=question");
  expect(mainOf(text)).toBe(mainOf(named.text));
  expect((await visitor.get("/search?search=power&q=signals")).text).not.toContain(question);
});

describe("an unusual spelling of an address", () => {
  test.each([
    "/allQuestions/",
    "/allquestions",
    "/%61llQuestions",
    "/allQuestions.data",
    "/ALLQUESTIONS?page=0",
  ])("shows the list: %s", async (path) => {
    const { status, text } = await visitor.get(path);
    expect(status).toBe(200);
    expect(text).toContain("Signals and Systems");
  });

  test.each(["/dashboard/my-questions/", "/DASHBOARD/add-question", "/dashboard/my-questions.data"])(
    "shows the owner's page: %s",
    async (path) => expect((await owner.get(path)).status).toBe(200),
  );

  test.each([
    "/allQuestions?year=abc&page=-1&size=0&status=x",
    "/allQuestions?utm_source=x&search=%00",
    "/allQuestions?page=1e9",
  ])("with a bad filter still shows the page: %s", async (path) =>
    expect((await visitor.get(path)).status).toBe(200),
  );

  test.each([
    "/%",
    "/%E0%A4%A",
    "/allQuestions/%2e%2e/%2e%2e/etc/passwd",
    `/${"a".repeat(5_000)}`,
    "/question-details/%00",
  ])("that is malformed gets a 4xx: %s", async (path) => {
    const { status } = await visitor.get(path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});

describe("a post with a body that isn't a form", () => {
  test.each([
    ["no content type", {}, "x"],
    ["JSON", { "content-type": "application/json" }, "{}"],
    ["text", { "content-type": "text/plain" }, "name=a"],
    ["multipart without a boundary", { "content-type": "multipart/form-data" }, "x"],
    ["multipart with another boundary", { "content-type": "multipart/form-data; boundary=a" }, "--b\r\n\r\n"],
  ])("is refused: %s", async (_name, headers, body) => {
    for (const path of [
      "/login",
      "/register",
      "/contact",
      "/logout",
      "/dashboard/add-blogs",
      `/question-details/${question}`,
    ]) {
      const { status } = await student.send(path, { method: "POST", headers, body });
      expect(status, path).toBeGreaterThanOrEqual(400);
      expect(status, path).toBeLessThan(500);
    }
  });

  test("is refused on a page if it is too large", async () => {
    const { status, text } = await visitor.send("/contact", {
      method: "POST",
      headers: form,
      body: `mess=${"a".repeat(2_000_000)}`,
    });
    expect(status).toBe(413);
    expect(text).toContain("Something went wrong. please check again...");
    expect(text).toContain("too large");
  });
});

test("behind a proxy with TLS the site accepts forms only from its own origin", async () => {
  const origin = "https://proshno.example.edu";
  const services = createServices({ ...archive.shared, origin, secret: "s".repeat(32) });
  const logError = () => {};
  const pages = (await builtPages()).handler({ services, origin, timeZone: archive.timeZone, logError });
  const app = createApp({
    services,
    origin,
    assets: undefined,
    uploads: archive.uploads,
    spool: archive.spool,
    pages,
    health: services.operations.health,
    log: { request: logError, error: logError },
  });
  const sent = (from: string) =>
    app.request("http://127.0.0.1:3000/contact", {
      method: "POST",
      headers: { ...form, origin: from },
      body: message,
    });
  const taken = await sent(origin);
  expect(taken.status).toBe(303);
  expect(taken.headers.get("set-cookie")).toContain("; Secure");
  expect((await sent("http://127.0.0.1:3000")).status).toBe(403);
  expect((await sent("https://evil.example")).status).toBe(403);
});

test("a site on loopback accepts forms from every loopback name", async () => {
  const localhost = archive.origin.replace("127.0.0.1", "localhost");
  const { status } = await visitor.send("/contact", {
    method: "POST",
    headers: { ...form, origin: localhost },
    body: message,
  });
  expect(status).toBe(303);
});

test("a page's data hides the same details as the page", async () => {
  for (const path of ["/allQuestions", `/question-details/${question}`]) {
    const data = await student.get(`${path}.data`);
    expect(data.text).toContain("Signals and Systems");
    expect(data.text).not.toContain("owner@example.edu");
    expect(data.headers.get("cache-control")).toBe("no-store");
  }
});

test("no cache stores the page of a mailed link or of an unfinished login", async () => {
  const policyOf = async (path: string, cookie?: string) =>
    (await site.as(cookie).get(path)).headers.get("cache-control");
  expect(await policyOf("/login")).toBe("private, no-cache");
  expect(await policyOf("/reset-password?token=abc")).toBe("no-store");
  expect(await policyOf("/login", "proshno=half")).toBe("no-store");
});

test("a search keeps the filters, and a filter keeps the search and the parameters without a control", async () => {
  const { text } = await visitor.get("/allQuestions?department=ece&year=2019&code=EEE2205&search=signals");
  const [search = "", filters = ""] = [
    ...text.slice(text.indexOf("<main")).matchAll(/<form[\s\S]*?<\/form>/g),
  ].map(([html]) => html);
  const hidden = (html: string) =>
    [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name, value]) => `${name}=${value}`,
    );
  expect(hidden(search).sort()).toEqual(["code=EEE2205", "department=ece", "year=2019"]);
  expect(hidden(filters).sort()).toEqual(["code=EEE2205", "search=signals"]);
});

test("a search without a letter or digit finds nothing", async () => {
  expect((await visitor.get("/allQuestions?search=---")).text).toContain(en.searchPage.nothing("---"));
  expect((await visitor.get("/api/allQuestions?search=%F0%9F%98%80")).body.count).toBe(0);
});

test("a pending question has no answer form", async () => {
  const { status, text } = await owner.get(`/question-details/${pending}`);
  expect(status).toBe(200);
  expect(text).not.toContain("solveDriveLink");
  expect((await owner.get(`/question-details/${question}`)).text).toContain("solveDriveLink");
});

test("a wrong method gets 405, and the page doesn't blame the server", async () => {
  const { status, text } = await visitor.send("/forum", { method: "POST", headers: form, body: message });
  expect(status).toBe(405);
  expect(text).not.toContain("our fault");
});

test("a login returns to the page before it, but never to another site", async () => {
  const login = (from: string) =>
    visitor.send(`/login?from=${encodeURIComponent(from)}`, {
      method: "POST",
      headers: form,
      body: "email=student%40example.edu&password=correct+horse+battery",
    });
  expect((await login("/dashboard/my-books")).headers.get("location")).toBe("/dashboard/my-books");
  expect((await login("//evil.example")).headers.get("location")).toBe("/");
  expect((await login("https://evil.example")).headers.get("location")).toBe("/");
});
