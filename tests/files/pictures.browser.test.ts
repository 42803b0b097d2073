import { MAX_PICTURE_BYTES } from "../../src/shared/files/file-limits.ts";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  axeFindings,
  cookiesOf,
  hydrated,
  launchBrowser,
  openPage,
  overflow,
} from "../support/web/browser.ts";
import { type ListeningSite, listen } from "../support/process/listen.ts";
import { phonePhoto } from "../support/files/phone-photo.ts";
import { en } from "../../src/shared/messages/en.ts";

let site: ListeningSite;
let browser: Browser;
let phone: Buffer;

beforeAll(async () => {
  site = await listen();
  browser = await launchBrowser();
  phone = await phonePhoto({ bar: 0.5, orientation: 6 });
});
afterAll(async () => {
  await browser.close();
  expect(site.faults).toEqual([]);
  await site.close();
});

/** Opens a page for a new person. */
async function openAs(name: string, path: string, js: boolean) {
  const { cookie } = await site.archive.signUp(name);
  const opened = await openPage(browser, { javaScriptEnabled: js });
  await opened.page.context().addCookies(cookiesOf(cookie, site.origin));
  await opened.page.goto(site.origin + path);
  // The preview needs React.
  if (js) await hydrated(opened.page, 'input[type="file"]');
  return opened;
}

/** Without JavaScript the image is polled until it has loaded. */
async function widthOf(page: Page, selector: string): Promise<number> {
  const width = () => page.locator(selector).evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width, { timeout: 10_000 }).toBeGreaterThan(0);
  return width();
}
const jpeg = (buffer: Buffer) => ({ name: "me.jpg", mimeType: "image/jpeg", buffer });

describe.each([
  ["with JavaScript", true],
  ["without JavaScript", false],
] as const)("pictures in a form, %s", (_how, js) => {
  test("a photo has a preview, is saved and shown, survives a refused form, and can be removed", async () => {
    const { page, complaints, close } = await openAs(`Photo${js}`, "/dashboard/edit-profile", js);
    const preview = page.locator("canvas.chosen-picture");
    await expect.poll(() => preview.isVisible()).toBe(false);
    await page.setInputFiles("#photo", jpeg(phone));
    if (js) {
      await preview.waitFor();
      // The preview is upright: wider than high.
      expect(await preview.evaluate((canvas: HTMLCanvasElement) => canvas.width / canvas.height)).toBeCloseTo(
        4 / 3,
        1,
      );
    }
    await page.fill("#roll", "1903042");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator("#department-problem").waitFor();
    await expect.poll(() => page.inputValue("#roll")).toBe("1903042");
    await expect.poll(() => page.locator("#photo-problem").count()).toBe(0);
    await page.locator(".account-photo img").waitFor();
    expect(await widthOf(page, ".account-photo img")).toBe(512);
    expect([await overflow(page), js ? await axeFindings(page) : []]).toEqual([0, []]);
    await page.fill("#department", "EEE");
    await page.fill("#university", "BUET");
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForURL("**/dashboard/user-profile");
    expect(await widthOf(page, "main img.avatar")).toBe(512);
    expect(await widthOf(page, "header img.avatar")).toBe(512);
    await page.goto(`${site.origin}/dashboard/edit-profile`);
    await page.getByRole("button", { name: en.profile.removePhoto }).click();
    await page.locator(".toast", { hasText: en.profile.photoRemoved }).waitFor();
    await expect.poll(() => page.locator("img.avatar").count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test("a file that isn't a photo gets an error at the field", async () => {
    const { page, close } = await openAs(`Bad${js}`, "/dashboard/edit-profile", js);
    for (const [buffer, words] of [
      [Buffer.from("<svg/>"), "must be a PNG, JPEG or WebP image"],
      [Buffer.alloc(MAX_PICTURE_BYTES + 1), "must be 10 MB or less"],
    ] as const) {
      await page.setInputFiles("#photo", jpeg(buffer));
      await page.fill("#roll", "kept");
      await page.getByRole("button", { name: "Save" }).click();
      await page.locator("#photo-problem", { hasText: words }).waitFor();
      await expect.poll(() => page.inputValue("#roll")).toBe("kept");
      await expect.poll(() => page.locator("canvas.chosen-picture").isVisible()).toBe(false);
    }
    await close();
  });

  test("a cover has a preview, and is shown above its text in space that the page reserves", async () => {
    const { page, complaints, close } = await openAs(`Cover${js}`, "/dashboard/add-blogs", js);
    await page.fill("#topic", "Sleep");
    await page.fill("#blog", "Sleep first.");
    await page.setInputFiles("#blogImg", jpeg(phone));
    if (js) await page.locator("canvas.chosen-picture").waitFor();
    expect([await overflow(page), js ? await axeFindings(page) : []]).toEqual([0, []]);
    await page.getByRole("button", { name: "Add Blog", exact: true }).click();
    await page.waitForURL("**/dashboard/my-blogs");
    const { _id, blogImg } = await ownBlog(page, `cover${js}@example.edu`);
    await page.route("**/files/**", (route) => route.abort());
    await page.goto(`${site.origin}/blog-details/${_id}`);
    const cover = page.getByRole("img", { name: "Cover of Sleep" });
    const room = await cover.evaluate((image) => image.getBoundingClientRect().height);
    await page.unroute("**/files/**");
    await page.reload();
    expect(await widthOf(page, "img.item-picture")).toBeGreaterThanOrEqual(328);
    const height = await cover.evaluate((image) => image.getBoundingClientRect().height);
    expect(height).toBeCloseTo((328 * 3) / 4, 0);
    if (js) expect(room).toBeCloseTo(height, 0);
    expect(await cover.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain("width=800");
    const bytes = await (await page.request.get(blogImg)).body();
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1600, height: 1200, format: "webp" });
    expect(complaints).toEqual([]);
    await close();
  });
});

async function ownBlog(page: Page, email: string): Promise<{ _id: string; blogImg: string }> {
  return (await (await page.request.get(`${site.origin}/api/myBlogs/${email}`)).json())[0];
}
