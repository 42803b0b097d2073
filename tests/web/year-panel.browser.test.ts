import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../support/web/browser.ts";
import { buildComponentPage, type ComponentPage, openComponentPage } from "../support/web/component-page.ts";

const PRESENT = 2026;

let browser: Browser;
let built: ComponentPage;
beforeAll(async () => {
  built = await buildComponentPage("year-picker-page.tsx");
  browser = await launchBrowser();
});

afterAll(() => browser.close());

/** Opens a page with only the picker, in the year 2026; its parent shows the values that it receives. */
async function openPicker() {
  const opened = await openComponentPage(browser, built, { now: new Date(PRESENT, 5, 15) });
  await opened.page.waitForSelector("#year[readonly]");
  return opened;
}

const input = (page: Page) => page.getByRole("combobox", { name: "Year" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const years = async (page: Page) => (await page.getByRole("gridcell").allTextContents()).map(Number);
const centred = (page: Page) => page.locator(".year-panel .centred").textContent().then(Number);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const told = (page: Page) => page.textContent("#told");
const said = (page: Page) => page.getByRole("status").textContent();
const isOpen = async (page: Page) => (await page.getByRole("dialog").count()) === 1;
const disabled = async (page: Page) =>
  (await page.locator('[role="gridcell"][aria-disabled="true"]').allTextContents()).map(Number);
const nineRound = (centre: number) => Array.from({ length: 9 }, (_, index) => centre - 4 + index);
const selected = (page: Page) => page.locator('[aria-selected="true"]').allTextContents();
const inputHasFocus = (page: Page) => input(page).evaluate((element) => element === document.activeElement);

describe("with the mouse", () => {
  test("the empty, read-only input with the placeholder Select opens nine years around the current year", async () => {
    const { page, complaints, close } = await openPicker();
    await expect.poll(() => input(page).getAttribute("placeholder")).toBe("Select");
    await expect.poll(() => input(page).inputValue()).toBe("");
    await expect.poll(() => input(page).getAttribute("aria-expanded")).toBe("false");
    await page.keyboard.press("Tab");
    expect(await isOpen(page)).toBe(false);
    await input(page).click();
    expect(await isOpen(page)).toBe(true);
    await expect.poll(() => input(page).getAttribute("aria-expanded")).toBe("true");
    expect(await years(page)).toEqual(nineRound(PRESENT));
    expect(await centred(page)).toBe(PRESENT);
    await expect.poll(() => selected(page)).toEqual([]);
    await input(page).pressSequentially("1");
    await expect.poll(() => input(page).inputValue()).toBe("");
    expect(complaints).toEqual([]);
    await close();
  });

  test("the panel moves by 1 or 5 years without limits, and announces the shown years", async () => {
    const { page, close } = await openPicker();
    await input(page).click();
    let centre = PRESENT;
    for (const [name, years_] of [
      ["Back 1 year", -1],
      ["Back 5 years", -5],
      ["Forward 1 year", 1],
      ["Forward 5 years", 5],
      ["Forward 5 years", 5],
    ] as const) {
      await button(page, name).click();
      centre += years_;
      expect(await years(page)).toEqual(nineRound(centre));
      expect(await centred(page)).toBe(centre);
      expect(await said(page)).toBe(`${centre - 4} to ${centre + 4}`);
    }
    for (let jumps = 0; jumps < 30; jumps++) await button(page, "Back 5 years").click();
    expect(await centred(page)).toBe(centre - 150);
    expect(await told(page)).toBe("");
    await close();
  });

  test("a click on a year shows it, notifies the parent component and closes the panel, which marks the year when it opens again", async () => {
    const { page, close } = await openPicker();
    await input(page).click();
    await page.getByRole("gridcell", { name: "2023" }).click();
    expect(await isOpen(page)).toBe(false);
    await expect.poll(() => input(page).inputValue()).toBe("2023");
    expect(await told(page)).toBe("2023");
    expect(await said(page)).toBe("2023 chosen");
    expect(await inputHasFocus(page)).toBe(true);
    await input(page).click();
    await expect.poll(() => selected(page)).toEqual(["2023"]);
    await close();
  });

  test("Today shows the current year and closes the panel without notifying the parent component", async () => {
    const { page, close } = await openPicker();
    await input(page).click();
    await button(page, "Back 5 years").click();
    await button(page, "Today").click();
    expect(await isOpen(page)).toBe(false);
    await expect.poll(() => input(page).inputValue()).toBe(String(PRESENT));
    expect(await told(page)).toBe("");
    expect(await inputHasFocus(page)).toBe(true);
    await input(page).click();
    await button(page, "Forward 5 years").click();
    await expect.poll(() => selected(page)).toEqual([String(PRESENT)]);
    await close();
  });

  test("the clear icon appears with a value; it empties the input, notifies the parent component and resets the centre", async () => {
    const { page, close } = await openPicker();
    await expect.poll(() => button(page, "Clear Year").count()).toBe(0);
    await input(page).click();
    await button(page, "Back 5 years").click();
    await page.getByRole("gridcell", { name: "2019" }).click();
    await input(page).click();
    expect(await centred(page)).toBe(PRESENT - 5);
    await button(page, "Clear Year").click();
    await expect.poll(() => input(page).inputValue()).toBe("");
    expect(await told(page)).toBe("2019 cleared");
    expect(await said(page)).toBe("Year cleared");
    expect(await centred(page)).toBe(PRESENT);
    await expect.poll(() => selected(page)).toEqual([]);
    await expect.poll(() => button(page, "Clear Year").count()).toBe(0);
    expect(await inputHasFocus(page)).toBe(true);
    await close();
  });

  test("years that the server refuses are visible, but can't be chosen", async () => {
    const { page, close } = await openPicker();
    await input(page).click();
    expect(await disabled(page)).toEqual([2028, 2029, 2030]);
    // `force` is needed, because Playwright waits for an enabled cell.
    await page.getByRole("gridcell", { name: "2028" }).click({ force: true });
    expect(await isOpen(page)).toBe(true);
    await expect.poll(() => input(page).inputValue()).toBe("");
    expect(await told(page)).toBe("");
    expect(await said(page)).toBe("Choose a year from 1950 to 2027");
    await page.getByRole("gridcell", { name: "2027" }).click();
    await expect.poll(() => input(page).inputValue()).toBe("2027");
    await close();
  });

  test("a click outside the panel closes it, and a click inside does not", async () => {
    const { page, close } = await openPicker();
    await input(page).click();
    await button(page, "Back 1 year").click();
    await input(page).click();
    expect(await isOpen(page)).toBe(true);
    await page.click("text=before");
    expect(await isOpen(page)).toBe(false);
    await expect.poll(() => input(page).inputValue()).toBe("");
    expect(await told(page)).toBe("");
    await close();
  });
});

describe("with the keyboard", () => {
  test.each(["Enter", "Space", "ArrowDown", "Alt+ArrowDown"])(
    "%s opens the panel at the centred year",
    async (key) => {
      const { page, close } = await openPicker();
      await input(page).focus();
      await page.keyboard.press(key);
      expect(await isOpen(page)).toBe(true);
      expect(await focused(page)).toBe(String(PRESENT));
      await close();
    },
  );

  test.each(["Enter", "Space"])("arrows, Page and Home keys move, and %s chooses", async (key) => {
    const { page, close } = await openPicker();
    await input(page).focus();
    await page.keyboard.press("ArrowDown");
    let centre = PRESENT;
    for (const [pressed, moved] of [
      ["ArrowLeft", -1],
      ["ArrowRight", 1],
      ["ArrowUp", -3],
      ["ArrowDown", 3],
      ["PageUp", -5],
      ["PageUp", -5],
      ["PageDown", 5],
      ["Home", -4],
      ["End", 4],
      ["ArrowLeft", -1],
    ] as const) {
      await page.keyboard.press(pressed);
      centre += moved;
      expect(await focused(page), pressed).toBe(String(centre));
      expect(await years(page)).toEqual(nineRound(centre));
    }
    await page.keyboard.press(key);
    expect(await isOpen(page)).toBe(false);
    await expect.poll(() => input(page).inputValue()).toBe(String(centre));
    expect(await told(page)).toBe(String(centre));
    expect(await inputHasFocus(page)).toBe(true);
    await close();
  });

  test.each(["Enter", "Space"])("the focus moves to refused years, and %s chooses none", async (key) => {
    const { page, close } = await openPicker();
    await input(page).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("PageDown");
    expect(await focused(page)).toBe(String(PRESENT + 5));
    expect(await disabled(page)).toEqual(nineRound(PRESENT + 5).filter((year) => year > PRESENT + 1));
    await page.keyboard.press(key);
    expect(await isOpen(page)).toBe(true);
    await expect.poll(() => input(page).inputValue()).toBe("");
    expect(await focused(page)).toBe(String(PRESENT + 5));
    while ((await centred(page)) > 1949) await page.keyboard.press("PageUp");
    expect(await disabled(page)).toEqual(nineRound(1946).filter((year) => year < 1950));
    await close();
  });

  test("Escape closes the panel from the years and from the input, and returns the focus", async () => {
    const { page, close } = await openPicker();
    await input(page).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Escape");
    expect(await isOpen(page)).toBe(false);
    expect(await inputHasFocus(page)).toBe(true);
    await page.keyboard.press("Enter");
    await input(page).focus();
    await page.keyboard.press("Escape");
    expect(await isOpen(page)).toBe(false);
    expect(await told(page)).toBe("");
    await close();
  });

  test("Tab moves through clear, steps, years and Today, and then leaves and closes the panel", async () => {
    const { page, close } = await openPicker();
    await input(page).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await input(page).focus();
    const names: (string | undefined)[] = [];
    for (let tabs = 0; tabs < 8; tabs++) {
      await page.keyboard.press("Tab");
      names.push(
        await page.evaluate(() => {
          const element = document.activeElement;
          return element?.getAttribute("aria-label") ?? element?.textContent ?? undefined;
        }),
      );
    }
    expect(names).toEqual([
      "Clear Year",
      "Back 5 years",
      "Back 1 year",
      "Forward 1 year",
      "Forward 5 years",
      String(PRESENT),
      "Today",
      "after",
    ]);
    expect(await isOpen(page)).toBe(false);
    await close();
  });

  test("the picker has names, roles and states for a screen reader", async () => {
    const { page, close } = await openPicker();
    await input(page).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    expect(await page.locator("#place").ariaSnapshot()).toMatchInlineSnapshot(`
      "- text: Year
      - combobox "Year" [expanded]: "2026"
      - button "Clear Year"
      - status: 2026 chosen
      - dialog "Choose Year":
        - button "Back 5 years"
        - button "Back 1 year"
        - button "Forward 1 year"
        - button "Forward 5 years"
        - grid "Years":
          - row "2022 2023 2024":
            - gridcell "2022"
            - gridcell "2023"
            - gridcell "2024"
          - row "2025 2026 2027":
            - gridcell "2025"
            - gridcell "2026" [selected]
            - gridcell "2027"
          - row "2028 2029 2030":
            - gridcell "2028" [disabled]
            - gridcell "2029" [disabled]
            - gridcell "2030" [disabled]
        - button "Today""
    `);
    await expect
      .poll(() => input(page).getAttribute("aria-controls"))
      .toBe(await page.getByRole("dialog").getAttribute("id"));
    await close();
  });
});
