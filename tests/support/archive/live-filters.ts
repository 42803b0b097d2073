import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { openPage } from "../web/browser.ts";
import type { TestServer } from "../process/server.ts";

/**
 * Opens a page; the test itself responds for other hosts.
 * @param onAsked receives each address that the page requests from other hosts
 */
export async function visitList(
  browser: Browser,
  { origin }: TestServer,
  path: string,
  options: BrowserContextOptions = {},
  onAsked: (url: string) => void = () => {},
) {
  const opened = await openPage(browser, options);
  await opened.page.context().route(
    (url) => url.origin !== origin,
    (route) => {
      onAsked(route.request().url());
      return route.fulfill({ contentType: "text/html", body: "<p>The paper</p>" });
    },
  );
  await opened.page.goto(origin + path);
  return opened;
}

/** The number of questions with these filters, as the API counts them. */
export async function countOfQuestions({ origin }: TestServer, query: string): Promise<number> {
  const answer = await fetch(`${origin}/api/allQuestions?${query}`);
  return ((await answer.json()) as { count: number }).count;
}

/** The number of found items that the page shows. */
export const found = async (page: Page) =>
  Number(/^[\d,]+/.exec((await page.textContent(".count")) as string)?.[0]);

export const cards = (page: Page) => page.locator(".item-card h2").allInnerTexts();

/** The checkbox of a department, by its value; "" for All, which is first. */
export function box(page: Page, department: string) {
  const boxes = page.locator("#filters [name=department]");
  return department ? boxes.and(page.locator(`[value="${department}"]`)) : boxes.first();
}
