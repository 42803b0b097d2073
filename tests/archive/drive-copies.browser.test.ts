import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { en } from "../../src/shared/messages/en.ts";
import { openSite } from "../support/api/site.ts";
import { type CopyWorld, openCopyWorld } from "../support/archive/copy-world.ts";
import { sendPage } from "../support/archive/drive-site.ts";
import { insertItem } from "../support/archive/factories.ts";
import { serve } from "../support/process/listen.ts";
import { freePort } from "../support/process/server.ts";
import { cookiesOf, launchBrowser, openPage, pageFaults } from "../support/web/browser.ts";

const words = en.driveCopies;
const PAGE = "/admin-dashboard/drive-copies";

let browser: Browser;
let world: CopyWorld;
let origin: string;
let stop: () => Promise<void>;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  world = await openCopyWorld("sqlite", 1_000_000, origin);
  stop = await serve(openSite(world.archive, await builtPages()).app, port);
});
afterEach(async () => {
  await stop();
  await world.close();
});

/** Opens a window as this person; undefined is a visitor. */
async function openAs(who: "student" | "admin" | undefined, options: Parameters<typeof openPage>[1]) {
  const opened = await openPage(browser, options);
  if (who) await opened.page.context().addCookies(cookiesOf(world.cookies[who], origin));
  return opened;
}

describe.each([
  { js: true, width: 360, colorScheme: "light" as const },
  { js: true, width: 1280, colorScheme: "dark" as const },
  { js: false, width: 360, colorScheme: "dark" as const },
])("with JavaScript: $js, at $width px in $colorScheme colours", ({ js, width, colorScheme }) => {
  const options = { javaScriptEnabled: js, viewport: { width, height: 800 }, colorScheme };

  test("an admin starts copies for existing items, pauses them, and sees failures by reason", async () => {
    const isPrivate = world.newLink();
    world.site.on(isPrivate.id, (_request, response) => sendPage(response, "", 403));
    const isPublic = world.newLink();
    world.site.serve(isPublic.id, Buffer.from("no paper"));
    for (const { link } of [isPrivate, isPublic, world.newLink()])
      await insertItem(world.archive, "note", { fields: { driveLink: link, topic: "Notes on trees" } });
    const { page, complaints, close } = await openAs("admin", options);
    await page.goto(origin + PAGE);
    const press = (name: string) => page.locator("main").getByRole("button", { name, exact: true }).click();
    const waitForToast = (text: string) => page.locator(".toast", { hasText: text }).waitFor();
    await page.getByText(words.noFailures).waitFor();
    await press(words.pause);
    await waitForToast(words.pausedTitle);
    await press(words.start);
    await waitForToast(words.startedTitle);
    await world.runner.drain();
    expect(world.site.asked).toEqual([]);
    await press(words.resume);
    await waitForToast(words.resumedTitle);
    await world.runner.drain();
    await page.goto(origin + PAGE);
    expect(await page.locator("main dl").textContent()).toContain(`${words.failed}3`);
    await page.locator('main a[href*="reason=not_public"]').click();
    await page.getByRole("heading", { name: words.failuresWith }).waitFor();
    const rows = page.getByRole("table", { name: words.failures }).locator("tbody tr");
    expect(await rows.count()).toBe(1);
    expect(await rows.first().textContent()).toContain(words.problems.not_public);
    if (js) expect(await pageFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test("a contributor sees why there is no copy, and readers open the copy of a link", async () => {
    const refused = world.newLink();
    world.site.on(refused.id, (_request, response) => sendPage(response, "", 403));
    const refusedItem = await world.contribute(refused.link);
    const { itemId } = await world.copied();
    const waitingItem = await world.contribute(world.newLink().link);
    await world.readTexts();
    await world.approve(itemId);
    const own = await openAs("student", options);
    const note = own.page.getByRole("note");
    await own.page.goto(`${origin}/note-details/${refusedItem}`);
    expect(await note.textContent()).toContain(words.problems.not_public);
    if (js) expect(await pageFaults(own.page)).toEqual([]);
    await own.page.goto(`${origin}/note-details/${waitingItem}`);
    expect(await note.textContent()).toBe(words.own.waiting);
    await own.page.goto(`${origin}/dashboard/edit/${itemId}`);
    expect(await own.page.inputValue("#driveLink")).toContain("https://drive.google.com/file/d/");
    await own.close();

    const { page, complaints, close } = await openAs(undefined, options);
    await page.goto(`${origin}/note-details/${itemId}`);
    expect(await page.getByRole("note").count()).toBe(0);
    const source = page.getByRole("link", { name: words.openSource });
    expect(await source.getAttribute("href")).toContain("https://drive.google.com/file/d/");
    const download = page.locator(".details-head a[href^='/files/']");
    const file = await page.request.get(origin + (await download.getAttribute("href")));
    expect(file.status()).toBe(200);
    expect((await file.body()).subarray(0, 5).toString()).toBe("%PDF-");
    await page.locator(".details-main img").first().waitFor();
    if (js) expect(await pageFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});
