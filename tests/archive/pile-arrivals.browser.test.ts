import { truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { maxMegabytes } from "../../src/shared/files/file-limits.ts";
import { en } from "../../src/shared/messages/en.ts";
import { enPileScreen } from "../../src/shared/messages/en-pile-screen.ts";
import { describe, expect, test } from "vitest";
import { digitalPdf, linesOf, pilePaper } from "../support/archive/pile-papers.ts";
import { choose, pileSite, READ, row, rowsOf, statusOf, WIDE } from "../support/archive/pile-screens.ts";
import { scan } from "../support/files/scan.ts";
import { tinyPdf } from "../support/files/tiny-pdf.ts";
import { zipOf } from "../support/files/zip.ts";

const { site, paths, open } = pileSite();
const words = enPileScreen;

describe("uploads to a pile", () => {
  test("continue after a lost connection, and files that are chosen again are not added again", async () => {
    const { page, close } = await open(WIDE);
    const lost = Promise.withResolvers<void>();
    let parts = 0;
    await page.route("**/uploads/*", async (route) => {
      parts += 1;
      if (parts !== 3) return route.continue();
      await page.locator(".pile-grid").waitFor();
      await page.context().setOffline(true);
      await route.abort("internetdisconnected");
      lost.resolve();
    });
    await page.setInputFiles(".pile-files input", paths.slice(0, 6));
    await lost.promise;
    await page.getByText(words.upload.lost).waitFor();
    await page.context().setOffline(false);
    await expect.poll(async () => (await rowsOf(page)).length, READ).toBe(6);
    await expect.poll(() => page.locator(".pile-bar").count(), READ).toBe(0);
    await page.reload();
    await page.setInputFiles(".pile-files input", paths.slice(0, 6));
    await page.getByText(words.known(6)).waitFor();
    expect(await rowsOf(page)).toHaveLength(6);
    await page.goto(`${site.server.origin}/dashboard`);
    await page.getByRole("link", { name: /^Batch of / }).click();
    await page.locator(".pile-grid").waitFor();
    await close();
  });
});

describe("a change without a connection", () => {
  test("is saved when the page opens again, although its tab was closed", async () => {
    const { page, close } = await open(WIDE);
    await choose(page, paths.slice(0, 2));
    // The papers print no known university, so they are read when they are to check.
    await expect.poll(() => page.locator(".pile-grid .pile-is-check").count(), READ).toBe(2);
    const address = page.url();
    await page.context().setOffline(true);
    await page.locator('.pile-grid td[data-column="set"]').first().click();
    await page.keyboard.type("C");
    await page.keyboard.press("Enter");
    await page.getByText(words.isWaiting).waitFor();
    const [again] = await Promise.all([page.context().newPage(), page.close()]);
    await again.context().setOffline(false);
    await again.goto(address);
    const sets = async () => {
      const answer = await again.request.get(`${address}/rows`);
      const { rows } = (await answer.json()) as { rows: { fields: { set?: { value: string } } }[] };
      return rows.map(({ fields }) => fields.set?.value);
    };
    await expect.poll(sets, READ).toEqual(["C", undefined]);
    expect(await again.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await close();
  });

  test("waits until the person has logged in again", async () => {
    const { page, close } = await open(WIDE);
    await choose(page, paths.slice(0, 1));
    await page.locator(".pile-grid .pile-is-check").waitFor(READ);
    const context = page.context();
    const cookies = await context.cookies();
    await context.clearCookies();
    await page.locator('.pile-grid td[data-column="set"]').click();
    await page.keyboard.type("C");
    await page.keyboard.press("Enter");
    await page.getByText(words.loggedOut).waitFor();
    await context.addCookies(cookies);
    await expect
      .poll(async () => {
        const answer = await page.request.get(`${page.url()}/rows`);
        return ((await answer.json()) as { rows: { fields: object }[] }).rows[0]?.fields;
      }, READ)
      .toMatchObject({ set: { value: "C" } });
    await page.getByText(words.loggedOut).waitFor({ state: "detached" });
    await close();
  });
});

describe("links", () => {
  test("stay in their field if they can't be added, and are not added twice", async () => {
    const { page, close } = await open(WIDE);
    await page.getByRole("button", { name: words.add.links }).click();
    await page.locator("#pile-links").fill("https://example.edu/a.pdf");
    await page.route("**/api/piles/*/links", (route) => route.abort());
    await page.getByRole("button", { name: words.add.linksAdd }).click();
    await page.getByText(words.add.notBegun).waitFor();
    expect(await page.locator("#pile-links").inputValue()).toBe("https://example.edu/a.pdf");
    await page.unroute("**/api/piles/*/links");
    await page.getByRole("button", { name: words.add.linksAdd }).click();
    await row(page, "https://example.edu/a.pdf").waitFor();
    await page.getByRole("button", { name: words.add.links }).click();
    await page.locator("#pile-links").fill("https://example.edu/a.pdf");
    await page.getByRole("button", { name: words.add.linksAdd }).click();
    await page.getByText(words.known(1)).waitFor();
    expect(await rowsOf(page)).toHaveLength(1);
    await close();
  });
});

describe("files that are chosen before the page's code runs", () => {
  test("begin a pile when it runs", async () => {
    const { page, close } = await open(WIDE);
    const isReady = Promise.withResolvers<void>();
    await page.route("**/*.js", async (route) => {
      await isReady.promise;
      await route.continue();
    });
    await page.reload({ waitUntil: "commit" });
    // Both fields have files, and there is still one pile.
    await page.locator(".pile-files input").setInputFiles(paths.slice(0, 1));
    await page.locator(".pile-folder input").evaluate((input, name) => {
      const chosen = new DataTransfer();
      chosen.items.add(new File(["%PDF-1.4 not readable"], name, { type: "application/pdf" }));
      (input as HTMLInputElement).files = chosen.files;
    }, "second.pdf");
    isReady.resolve();
    await page.waitForURL(/\/contribute\/[0-9a-f]+$/);
    await expect.poll(async () => (await rowsOf(page)).length, READ).toBe(2);
    expect(await (await page.request.get(`${site.server.origin}/api/piles`)).json()).toHaveLength(1);
    await close();
  });
});

describe("files that a pile can't take", () => {
  test("are named: alone they begin no pile, and beside others the page of the pile names them", async () => {
    const { page, complaints, close } = await open(WIDE);
    const zip = path.join(path.dirname(paths[0] ?? ""), "all.zip");
    writeFileSync(zip, "");
    // Only the size counts, and this file takes no space.
    truncateSync(zip, (maxMegabytes.zip + 1) * 1024 * 1024);
    const sentence = page.getByText(words.zip.refused("all.zip", en.tooLarge.zip));
    await page.setInputFiles(".pile-files input", zip);
    await sentence.waitFor();
    const piles = async () => (await page.request.get(`${site.server.origin}/api/piles`)).json();
    expect(await piles()).toEqual([]);
    await choose(page, [zip, ...paths.slice(0, 1)]);
    await sentence.waitFor();
    await expect.poll(async () => (await rowsOf(page)).length, READ).toBe(1);
    expect(complaints).toEqual([]);
    await close();
  });
});

describe("other ways into a pile, and papers of several files", () => {
  test("a ZIP, links and a dropped file become rows", async () => {
    const { page, close } = await open(WIDE);
    const bytes = Buffer.from(
      await zipOf({ "a.pdf": digitalPdf(pilePaper(20)), "b.pdf": digitalPdf(pilePaper(21)) }),
    );
    await choose(page, {
      name: "old.zip",
      mimeType: "application/zip",
      buffer: bytes,
    });
    await row(page, "b.pdf").waitFor();
    await page.getByRole("button", { name: words.add.links }).click();
    await page.locator("#pile-links").fill("https://example.edu/one.pdf\nnot a link");
    await page.getByRole("button", { name: words.add.linksAdd }).click();
    await row(page, "https://example.edu/one.pdf").waitFor();
    await page.evaluate(
      (text) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(text)], "dropped.pdf", { type: "application/pdf" }));
        const drop = new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true });
        document.querySelector(".pile-foot")?.dispatchEvent(drop);
      },
      [...digitalPdf(pilePaper(22))],
    );
    await row(page, "dropped.pdf").locator(".pile-is-check").waitFor();
    expect(Object.keys(await statusOf(page))).toEqual([
      "a.pdf",
      "b.pdf",
      "https://example.edu/one.pdf",
      "not a link",
      "dropped.pdf",
    ]);
    await close();
  });

  test("a PDF of two exams is split, and photos of one paper are joined and taken apart", async () => {
    const { page, complaints, close } = await open(WIDE);
    const two = tinyPdf([{ lines: linesOf(pilePaper(30)) }, { lines: linesOf(pilePaper(31)) }]);
    const photos = [await scan(["Course Code: CSE 2103"]), await scan(["Page two of the exam"])];
    const named = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });
    await choose(page, [
      named("two.pdf", "application/pdf", two),
      ...photos.map((photo, index) => named(`CSE2103 page ${index + 1}.jpg`, "image/jpeg", photo)),
    ]);
    await row(page, "two.pdf")
      .getByRole("button", { name: words.propose.doSplit(2) })
      .click();
    await expect.poll(() => row(page, "two.pdf").count()).toBe(2);
    const join = page.getByRole("button", { name: words.propose.join });
    const differ = page.getByRole("button", { name: words.ask.differ });
    // The questions about all papers come first, one at a time.
    await expect
      .poll(async () => {
        if ((await differ.count()) > 0) await differ.click();
        return join.count();
      })
      .toBe(1);
    await join.click();
    await expect.poll(() => row(page, "CSE2103 page 2.jpg").count()).toBe(0);
    await row(page, "CSE2103 page 1.jpg").locator(".pile-page").click();
    const turn = page.getByRole("button", { name: words.paper.turnPage(1) });
    const filesOfPhotos = async () =>
      (await rowsOf(page)).find(({ label }) => label === "CSE2103 page 1.jpg")?.files ?? [];
    // The second click comes before the answer to the first one.
    await turn.evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await expect.poll(async () => (await filesOfPhotos()).map((file) => file.turn)).toEqual([180, 0]);
    // If the page can't become the last one, the last page must not be split off.
    await page.route("**/api/piles/*/pages", (route) =>
      route.fulfill({ status: 500, json: { error: { message: "Something broke. Try again." } } }),
    );
    const takePage = page.getByRole("button", { name: words.paper.takePageOf(1) });
    await takePage.click();
    await page.locator(".pile-paper").getByText("Something broke. Try again.").waitFor();
    expect(await filesOfPhotos()).toHaveLength(2);
    await page.unroute("**/api/piles/*/pages");
    await takePage.click();
    await page.getByRole("button", { name: words.paper.close }).click();
    await expect.poll(async () => (await rowsOf(page)).length).toBe(4);
    expect(complaints).toEqual([]);
    await close();
  });
});
