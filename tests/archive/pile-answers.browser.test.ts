import { describe, expect, test } from "vitest";
import { enPileScreen } from "../../src/shared/messages/en-pile-screen.ts";
import { enPileProblems } from "../../src/shared/messages/en-piles.ts";
import { papers, pileSite, READ, row, WIDE } from "../support/archive/pile-screens.ts";
import { pageFaults } from "../support/web/browser.ts";

const { paths, open, begin } = pileSite();
const words = enPileScreen;

describe("answers for all papers", () => {
  test("can be changed and removed, and a paper that prints something else is to check", async () => {
    const { page, close } = await open(WIDE);
    await begin(page, paths.slice(0, 3));
    const { origin } = new URL(page.url());
    const id = page.url().split("/").at(-1);
    await page.request.put(`${origin}/api/piles/${id}/answers`, {
      data: { values: { year: "2022", semester: "5" } },
      headers: { origin },
    });
    await page.reload();
    const years = page.locator('td[data-column="year"]');
    await expect.poll(() => page.locator('td[data-column="year"].pile-doubt').count()).toBe(3);
    await years.first().click();
    expect((await page.locator(".pile-option strong").allInnerTexts()).slice(0, 2)).toEqual(["2023", "2022"]);
    await page.keyboard.press("Escape");
    const given = page.locator(".pile-answers");
    expect(await pageFaults(page)).toEqual([]);
    await given.getByRole("button", { name: words.ask.change("Semester", "5") }).click();
    await given.getByRole("textbox").or(given.getByRole("combobox")).fill("6");
    await given.getByRole("button", { name: words.ask.set(3) }).click();
    await expect.poll(() => page.locator('td[data-column="semester"]').first().innerText()).toContain("6");
    await given.getByRole("button", { name: words.ask.change("Year", "2022") }).click();
    await given.getByRole("button", { name: words.ask.forget }).click();
    await expect.poll(() => page.locator('td[data-column="year"].pile-doubt').count()).toBe(0);
    expect(await years.first().innerText()).toContain("2023");
    await close();
  });

  test("the rest is sent only while its box is ticked", async () => {
    const { page, close } = await open(WIDE);
    await begin(page, [paths.at(-1) ?? ""]);
    const box = page.getByRole("checkbox", { name: words.foot.rest });
    const send = page.locator("#pile-send");
    expect(await send.isDisabled()).toBe(true);
    expect(await send.innerText()).toBe(words.foot.none);
    await box.check();
    expect(await send.innerText()).toBe(words.foot.start);
    const sendRest = async () =>
      ((await (await page.request.get(`${page.url()}/rows`)).json()) as { sendRest: boolean }).sendRest;
    expect(await sendRest()).toBe(false);
    await send.click();
    await expect.poll(sendRest).toBe(true);
    await expect.poll(() => send.isDisabled()).toBe(true);
    expect(await box.isChecked()).toBe(true);
    await box.click();
    await expect.poll(sendRest).toBe(false);
    await expect.poll(() => box.isChecked()).toBe(false);
    await close();
  });
});

describe("a full pile", () => {
  test("keeps a file that has no place on the page, with the reason", async () => {
    const { page, close } = await open(WIDE);
    await begin(page, paths.slice(0, 1));
    const { origin, pathname } = new URL(page.url());
    // Another tab fills the pile.
    const links = Array.from({ length: 499 }, (_, at) => `https://example.edu/papers/${at}.pdf`).join("\n");
    const address = `${origin}/api/piles/${pathname.split("/").at(-1)}/links`;
    await page.request.post(address, { data: { links }, headers: { origin } });
    await page.setInputFiles(".pile-files input", paths.slice(1, 2));
    await expect.poll(() => page.locator(".pile-grid tbody tr").count(), READ).toBe(501);
    const late = row(page, papers[1]?.file ?? "");
    expect(await late.innerText()).toContain(enPileProblems.pileFull("", ""));
    expect(await late.getByRole("button", { name: words.upload.retry }).count()).toBe(1);
    await close();
  });
});
