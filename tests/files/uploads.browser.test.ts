import { MAX_LARGE_PDF_BYTES } from "../../src/shared/files/file-limits.ts";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { axeFindings, launchBrowser, sameIds } from "../support/web/browser.ts";
import { button, held, keyOf, listenForNotes, type NoteForm } from "../support/archive/note-form.ts";
import { stream } from "../../scripts/lib/pdf-objects.ts";
import { onePage, tinyPdf } from "../support/files/tiny-pdf.ts";
import { en } from "../../src/shared/messages/en.ts";

const MB = 1_000_000;
const PDF = "application/pdf";

let form: NoteForm;
let browser: Browser;

beforeAll(async () => {
  form = await listenForNotes();
  browser = await launchBrowser();
});

// The tests fill in the same form, so an item from an earlier test would be a possible duplicate.
afterEach(() => form.site.archive.db.write.deleteFrom("resource").execute());

afterAll(async () => {
  await browser.close();
  await form.site.close();
  expect(form.site.faults).toEqual([]);
});

const file = (name: string, buffer: Buffer, mimeType = PDF) => ({ name, mimeType, buffer });

describe("a chosen PDF", () => {
  test("is sent while the student types, and becomes the item's file", async () => {
    const { page, complaints, close } = await form.open(browser);
    const bytes = tinyPdf([{ lines: ["One"] }, { lines: ["Two"] }]);
    await page.setInputFiles("#fileKey", file("heaps.pdf", bytes));
    await held(page).waitFor();
    await expect.poll(() => held(page).innerText()).toContain("heaps.pdf");
    await expect.poll(() => held(page).innerText()).toContain("2 pages");
    const thumbnail = held(page).locator("img");
    await thumbnail.evaluate((image: HTMLImageElement) => image.decode());
    await button(page, "Add Note").click();
    const { driveLink } = await form.ownNote(page);
    expect(Buffer.from(await (await page.request.get(driveLink)).body()).equals(bytes)).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });

  test("is sent too if the student chose it before the scripts ran", async () => {
    const { page, complaints, close } = await form.open(browser);
    const scripts = Promise.withResolvers<void>();
    await page.route("**/*.js", async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.reload({ waitUntil: "commit" });
    await page.setInputFiles("#fileKey", file("early.pdf", tinyPdf([{ lines: ["Early"] }])));
    expect(await page.locator(".upload").count()).toBe(0);
    scripts.resolve();
    await expect.poll(() => held(page).innerText()).toContain("early.pdf");
    expect(complaints).toEqual([]);
    await close();
  });

  test("continues after a lost connection without sending a finished part again", async () => {
    const { page, close } = await form.open(browser);
    const starts: number[] = [];
    const methods: string[] = [];
    const lost = Promise.withResolvers<void>();
    await page.route("**/uploads/*", async (route) => {
      const request = route.request();
      methods.push(request.method());
      if (request.method() !== "PATCH") return route.continue();
      starts.push(Number(request.headers()["upload-offset"]));
      if (starts.length !== 3) return route.continue();
      await page.context().setOffline(true);
      await route.abort("internetdisconnected");
      lost.resolve();
    });
    const padding = stream(Buffer.alloc(4.5 * MB, "proshno "));
    await page.setInputFiles("#fileKey", file("large.pdf", onePage("", { objects: [padding] })));
    await lost.promise;
    await page.getByText("No connection.").and(page.locator("p:not([role])")).waitFor();
    await expect.poll(() => page.locator(".upload-sending").innerText()).toMatch(/\d\.\d of 4\.5 MB/);
    await page.context().setOffline(false);
    await held(page).waitFor();
    const part = 1_000_000;
    expect(starts).toEqual([0, part, 2 * part, 2 * part, 3 * part, 4 * part]);
    expect(methods.filter((method) => method !== "PATCH")).toEqual(["HEAD"]);
    await close();
  });

  test("can be paused, continued and cancelled", async () => {
    const { page, close } = await form.open(browser);
    const reached = Promise.withResolvers<void>();
    const going = Promise.withResolvers<void>();
    await page.route("**/uploads/*", async (route) => {
      if (route.request().headers()["upload-offset"] === "1000000") {
        reached.resolve();
        await going.promise;
      }
      // The page may have cancelled this request in the meantime.
      await route.continue().catch(() => {});
    });
    const padding = stream(Buffer.alloc(2 * MB, "proshno "));
    const large = file("large.pdf", onePage("", { objects: [padding] }));
    await page.setInputFiles("#fileKey", large);
    await reached.promise;
    await button(page, "Pause").click();
    await page.locator(".upload-sending p:not([role])", { hasText: "Paused" }).waitFor();
    going.resolve();
    await button(page, en.uploads.resume).click();
    await held(page).waitFor();
    await button(page, "Remove").click();
    expect(await keyOf(page)).toBe("");
    await page.unroute("**/uploads/*");
    const begun = Promise.withResolvers<void>();
    await page.route("**/uploads/*", async (route) => {
      if (route.request().method() !== "PATCH") return route.continue();
      begun.resolve();
    });
    const forgotten = page.waitForRequest((request) => request.method() === "DELETE");
    await page.setInputFiles("#fileKey", large);
    await begun.promise;
    await button(page, "Cancel").click();
    await forgotten;
    await page.locator(".upload label.button").first().waitFor();
    await close();
  });

  test("is still chosen after each reload, even if the server can't check it at once", async () => {
    const { page, complaints, close } = await form.open(browser);
    await page.setInputFiles("#fileKey", file("heaps.pdf", tinyPdf([{ lines: ["Kept"] }])));
    await held(page).waitFor();
    const key = await keyOf(page);
    for (let times = 0; times < 2; times += 1) {
      await page.reload();
      await held(page).locator("img").waitFor();
      expect(await keyOf(page)).toBe(key);
      await expect.poll(() => page.inputValue("#topic")).toBe("Heaps");
    }
    expect(await sameIds(page)).toEqual([]);
    await page.route("**/uploads/*", (route) => route.fulfill({ status: 503 }));
    await page.reload();
    await held(page).getByText(en.uploads.unknown).waitFor();
    expect(await keyOf(page)).toBe(key);
    expect([...(await axeFindings(page)), ...(await sameIds(page))]).toEqual([]);
    await page.unroute("**/uploads/*");
    await held(page).getByRole("button", { name: en.uploads.retry }).click();
    await held(page).locator("img").waitFor();
    await button(page, "Add Note").click();
    const { driveLink } = await form.ownNote(page);
    expect(driveLink).toContain(key);
    expect(complaints).toEqual([]);
    await close();
  });

  test("is sent again by a second tab, and continues in the first tab after a reload", async () => {
    const folder = await mkdtemp(join(tmpdir(), "proshno-tabs-"));
    const path = join(folder, "large.pdf");
    await writeFile(path, onePage("", { objects: [stream(Buffer.alloc(2 * MB, "proshno "))] }));
    const { page, close } = await form.open(browser);
    const reached = Promise.withResolvers<string>();
    let isSlow = true;
    await page.route("**/uploads/*", async (route) => {
      const request = route.request();
      if (!isSlow || request.headers()["upload-offset"] !== "1000000") return route.continue();
      reached.resolve(request.url().split("/").at(-1) as string);
    });
    await page.setInputFiles("#fileKey", path);
    const key = await reached.promise;
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.waitForSelector(".upload label.button");
    await other.setInputFiles("#fileKey", path);
    await held(other).waitFor();
    expect(await keyOf(other)).not.toBe(key);
    await page.reload();
    isSlow = false;
    await page.waitForSelector(".upload label.button");
    await page.setInputFiles("#fileKey", path);
    await held(page).waitFor();
    expect(await keyOf(page)).toBe(key);
    await close();
    await rm(folder, { recursive: true });
  });

  test("with the wrong type is refused at the field, and the form keeps the typed text", async () => {
    const { page, close } = await form.open(browser);
    await page.setInputFiles(
      "#fileKey",
      file("virus.pdf", Buffer.from("MZ\x90\0 this program can't be run")),
    );
    await page.waitForSelector("#fileKey-problem");
    await expect.poll(() => page.textContent("#fileKey-problem")).toContain("We accept PDF, JPEG");
    await expect.poll(() => page.getAttribute("#fileKey", "aria-invalid")).toBe("true");
    await page.setInputFiles("#fileKey", file("virus.jpg", Buffer.from("MZ\x90\0"), "image/jpeg"));
    await page
      .locator("#fileKey-problem", { hasText: en.uploads.problems.photoUnreadable("virus.jpg") })
      .waitFor();
    await page.setInputFiles("#fileKey", file("a.exe", Buffer.from("MZ"), "application/x-msdownload"));
    await page.locator("#fileKey-problem", { hasText: "We accept PDF" }).waitFor();
    await page.setInputFiles("#fileKey", [file("a.pdf", tinyPdf([{}])), file("b.pdf", tinyPdf([{}]))]);
    await page.locator("#fileKey-problem", { hasText: "Choose one PDF" }).waitFor();
    await expect.poll(() => page.inputValue("#topic")).toBe("Heaps");
    await expect.poll(() => page.inputValue("#subject")).toBe("Algorithms");
    await close();
  });

  test("isn't sent if it is too large", async () => {
    const { page, close } = await form.open(browser);
    const sent: string[] = [];
    page.on("request", (request) => sent.push(new URL(request.url()).pathname));
    await page.evaluate((size) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(size)], "huge.pdf", { type: "application/pdf" }));
      const box = document.querySelector(".upload");
      box?.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }, MAX_LARGE_PDF_BYTES + 1);
    await page.locator("#fileKey-problem", { hasText: "larger than 25 MB" }).waitFor();
    expect(sent).not.toContain("/uploads");
    await close();
  });

  test("is sent with the form if JavaScript is off", async () => {
    const { page, close } = await form.open(browser, { javaScriptEnabled: false });
    const bytes = tinyPdf([{ lines: ["Plain"] }]);
    await page.setInputFiles("#fileKey", file("plain.pdf", bytes));
    await button(page, "Add Note").click();
    const { driveLink } = await form.ownNote(page);
    expect(Buffer.from(await (await page.request.get(driveLink)).body()).equals(bytes)).toBe(true);
    await close();
  });
});
