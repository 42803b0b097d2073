import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { coursePath } from "../../src/shared/courses/courses.ts";
import { enSaved } from "../../src/shared/messages/en-saved.ts";
import { enWanted } from "../../src/shared/messages/en-wanted.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { havePath, wantedPath } from "../../src/shared/courses/wanted.ts";
import { courseAt, DHAKA, insertPaper } from "../support/archive/courses.ts";
import { insertItem } from "../support/archive/factories.ts";
import { openTestArchive, type TestArchive, VISIT } from "../support/platform/archive.ts";
import { startServer, type TestServer } from "../support/process/server.ts";
import { cookiesOf, launchBrowser, openPage, pageFaults } from "../support/web/browser.ts";

const LONG = `তালিকা ${"unbroken".repeat(8)}`;
const COURSE = { university: DHAKA, code: "CSE 2103" };
const EXAM = { year: 2024, examType: "final", term: "fall" };
const MISSING = { ...COURSE, ...EXAM, year: "2024" };

let archive: TestArchive;
let server: TestServer;
let browser: Browser;
let student: string;
let list: string;
let note: string;
let course: Awaited<ReturnType<typeof courseAt>>;

beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  const reader = await archive.signUp("Rahim");
  student = reader.cookie;
  for (const year of ["2022", "2023"]) await insertPaper(archive, { year, term: "fall", subject: LONG });
  course = await courseAt(archive, "cse2103");
  const { wanted, follows, saved } = archive.services;
  const other: User = (await archive.signUp("Other")).actor;
  for (const person of [reader.actor, other]) await wanted.ask(person, MISSING, VISIT.client);
  await wanted.ask(other, { ...MISSING, year: "2021" }, VISIT.client);
  await follows.follow(reader.actor, COURSE);
  await insertPaper(archive, { year: "2025", term: "fall", subject: LONG }, { createdAt: Date.now() + 1 });
  note = await insertItem(archive, "note", { fields: { topic: LONG } });
  list = await saved.create(reader.actor, { name: LONG });
  for (const itemId of [note, await insertItem(archive, "book"), await insertPaper(archive)])
    await saved.add(reader.actor, list, { itemId });
  server = await startServer(archive.env);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await archive.close();
});

const open = async (path: string, options: Parameters<typeof openPage>[1], cookie = student) => {
  const opened = await openPage(browser, options);
  if (cookie) await opened.page.context().addCookies(cookiesOf(cookie, server.origin));
  await opened.page.goto(server.origin + path);
  return opened;
};

describe.each([
  { width: 360, colorScheme: "light" as const },
  { width: 360, colorScheme: "dark" as const },
  { width: 1280, colorScheme: "light" as const },
])("at $width px in $colorScheme colours", ({ width, colorScheme }) => {
  test.each([
    ["wanted papers", () => "/wanted", enWanted.mine(1)],
    ["one exam", () => wantedPath(course, "2021.final.fall"), enWanted.asking],
    ["the course", () => coursePath(course), enWanted.follow.unfollow],
    ["requests", () => "/dashboard/requests", enWanted.own.title],
    ["followed courses", () => "/dashboard/follows", enWanted.follow.title],
    ["the dashboard", () => "/dashboard", enWanted.follow.news],
    ["lists", () => "/dashboard/saved", enSaved.title],
    ["one list", () => `/dashboard/saved/${list}`, LONG],
    ["saving an item", () => `/dashboard/save/${note}`, enSaved.choosing],
    ["items with a link to save them", () => "/allNotes", enSaved.save],
  ])("the page of %s has no faults", async (_name, path, shown) => {
    const { page, complaints, close } = await open(path(), {
      viewport: { width, height: 800 },
      colorScheme,
    });
    expect(await page.textContent("main")).toContain(shown);
    expect(await pageFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});

describe.each([true, false])("with JavaScript: %s", (javaScriptEnabled) => {
  const options = { viewport: { width: 1280, height: 800 }, javaScriptEnabled };

  test("one press on the course page asks for a paper, and a second one asks whether to take the request back", async () => {
    const { page, complaints, close } = await open(coursePath(course), options);
    const year = page.locator("tr#y2021");
    await year.getByRole("button", { name: new RegExp(`^${enWanted.askShort}`) }).click();
    await page.locator(".toast", { hasText: enWanted.asked }).waitFor();
    expect(new URL(page.url()).pathname).toBe(coursePath(course));
    await year.getByRole("link", { name: new RegExp(enWanted.takeBack) }).click();
    await page.getByRole("heading", { name: enWanted.takingBack }).waitFor();
    expect(await page.locator(".toast").count()).toBe(0);
    await page.locator("section", { hasText: enWanted.takingBack }).getByRole("button").click();
    await page.locator(".toast", { hasText: enWanted.takenBack }).waitFor();
    await year.getByRole("button", { name: new RegExp(`^${enWanted.askShort}`) }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("“I have it” opens the form with the details of the missing paper", async () => {
    const { page, complaints, close } = await open(havePath(course, EXAM), options);
    expect(await page.inputValue("#code")).toBe("CSE 2103");
    expect(await page.inputValue("#year")).toBe("2024");
    expect(await page.inputValue("#examType")).toBe("final");
    expect(await page.inputValue("#term")).toBe("fall");
    expect(await page.inputValue("#university")).toBe(DHAKA);
    expect(complaints).toEqual([]);
    await close();
  });

  test("the buttons of a list say which item they move, and the order stays after a reload", async () => {
    const { page, complaints, close } = await open(`/dashboard/saved/${list}`, options);
    const items = page.locator("main ol.rows li");
    const last = await items.last().locator(".item-name a").textContent();
    const up = items.last().getByRole("button", { name: new RegExp(`^${enSaved.up} ?: `) });
    await up.focus();
    await page.keyboard.press("Enter");
    await page.locator(".toast", { hasText: enSaved.moved }).waitFor();
    await expect.poll(() => items.nth(1).locator(".item-name a").textContent()).toBe(last);
    await page.reload();
    expect(await items.nth(1).locator(".item-name a").textContent()).toBe(last);
    expect(complaints).toEqual([]);
    await close();
  });
});
