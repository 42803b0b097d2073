import type { Browser, Locator } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertItem } from "../support/archive/factories.ts";
import { cookiesOf, launchBrowser, openPage, pageFaults } from "../support/web/browser.ts";
import { type ListeningSite, listen } from "../support/process/listen.ts";

/** A host that doesn't answer, because the test's browser can't reach other machines. */
const DEAD = "https://pictures.example.edu/gone.png";
const TOPIC = "How to read a paper in ten minutes";

let site: ListeningSite;
let browser: Browser;
let blog: string;
let longBlog: string;
let readers = 0;

beforeAll(async () => {
  site = await listen();
  browser = await launchBrowser();
  blog = await insertItem(site.archive, "blog", { fields: { topic: TOPIC, blogImg: DEAD } });
  const topic = "Pneumonoultramicroscopicsilicovolcanoconiosis".repeat(2);
  longBlog = await insertItem(site.archive, "blog", { fields: { topic, blogImg: DEAD }, createdAt: 0 });
});
afterAll(async () => {
  await browser.close();
  expect(site.faults).toEqual([]);
  await site.close();
});

/**
 * Opens a page for a new person.
 * @param photoURL the photo of the account; undefined for a visitor
 */
async function openAs(path: string, js: boolean, photoURL?: string | null) {
  const opened = await openPage(browser, { javaScriptEnabled: js });
  await opened.page.context().route(
    (url) => url.origin !== site.origin,
    (route) => route.abort(),
  );
  if (photoURL !== undefined) {
    const { cookie, actor } = await site.archive.signUp(`reader-${(readers += 1)}`);
    await site.archive.db.write
      .updateTable("users")
      .set({ photoURL, displayName: "Rahim Uddin" })
      .where("id", "=", actor.id)
      .execute();
    await opened.page.context().addCookies(cookiesOf(cookie, site.origin));
  }
  await opened.page.goto(site.origin + path);
  return opened;
}

const pixels = async (element: Locator) =>
  sharp(await element.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer();

/** The mean difference of two pictures' values, from 0 to 255. */
function difference(one: Buffer, other: Buffer): number {
  expect(one.length).toBe(other.length);
  return one.reduce((sum, value, place) => sum + Math.abs(value - (other[place] as number)), 0) / one.length;
}

describe.each([true, false])("pictures that don't load, with JavaScript: %s", (js) => {
  test.each(["/forum", "/dashboard/user-profile"])(
    "a photo that doesn't load shows the initials on %s, like an account without a photo",
    async (path) => {
      const [dead, none] = [await openAs(path, js, DEAD), await openAs(path, js, null)];
      const avatars = ({ page }: typeof dead) => page.locator(".avatar");
      await expect.poll(() => avatars(dead).count()).toBe(await avatars(none).count());
      for (const place of Array.from({ length: await avatars(none).count() }, (_, index) => index)) {
        const [one, other] = [avatars(dead).nth(place), avatars(none).nth(place)];
        expect(difference(await pixels(one), await pixels(other))).toBeLessThan(2);
      }
      if (js) expect(await pageFaults(dead.page)).toEqual([]);
      await dead.close();
      await none.close();
    },
  );

  test.each(["/allBlogs", "/blog-details/"])(
    "a cover that doesn't load shows the topic on %s",
    async (path) => {
      const { page, close } = await openAs(path.endsWith("/") ? path + blog : path, js);
      const cover = page.locator("main img").first();
      const { width = 0, height = 0 } = (await cover.boundingBox()) ?? {};
      expect(height).toBeGreaterThan(100);
      const picture = await cover.screenshot();
      const part = async (left: number, top: number, wide: number, high: number) =>
        sharp(picture).extract({ left, top, width: wide, height: high }).removeAlpha().raw().toBuffer();
      // A broken image would show an icon in the left corner; the topic is in the middle.
      const corners = [await part(4, 4, 30, 30), await part(Math.floor(width) - 34, 4, 30, 30)] as const;
      expect(difference(...corners)).toBeLessThan(1);
      const middle = await part(40, Math.floor(height / 2) - 20, Math.floor(width) - 80, 40);
      expect(Math.min(...middle)).toBeLessThan(80);
      if (js) expect(await pageFaults(page)).toEqual([]);
      await close();
    },
  );
});

test("a long word on a cover that doesn't load breaks before the right edge", async () => {
  const { page, close } = await openAs(`/blog-details/${longBlog}`, true);
  const picture = sharp(await page.locator("main .item-picture").screenshot());
  const { width, height } = await picture.metadata();
  const strip = picture.extract({ left: width - 10, top: 4, width: 8, height: height - 8 }).removeAlpha();
  // The strip has the colour of the board, and no letter.
  const { channels } = await sharp(await strip.png().toBuffer()).stats();
  for (const { min, max } of channels) expect(max - min).toBeLessThan(8);
  await close();
});
