import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Markdown } from "../../src/web/ui/markdown.tsx";
import { launchBrowser } from "../support/browser.ts";
import { xssPayloads } from "../support/xss-payloads.ts";

let browser: Browser;
let page: Page;
const happened: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
  page.on("dialog", async (dialog) => {
    happened.push(`dialog ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on("popup", () => happened.push("popup"));
  await page.route("**/*", (route) => {
    happened.push(`asks for ${route.request().url()}`);
    return route.abort();
  });
});

afterAll(() => browser.close());

/** The page has no Content-Security-Policy: what the text becomes is harmless by itself. */
async function show(text: string): Promise<void> {
  await page.setContent(`<main>${renderToStaticMarkup(createElement(Markdown, { text }))}</main>`);
}

/** What of the page no text may become: other elements, other attributes, links that lead elsewhere. */
const intruders = (): Promise<string[]> =>
  page.evaluate(() => {
    const elements =
      "a,blockquote,br,code,em,h2,h3,h4,h5,h6,hr,li,ol,p,pre,s,strong,table,tbody,td,th,thead,tr,ul";
    const attributes = new Set(["href", "rel", "start", "tabindex"]);
    const rel = "nofollow ugc noopener noreferrer";
    return [...document.querySelectorAll("main *")].flatMap((element) => {
      const found = element.matches(elements) ? [] : [`<${element.localName}>`];
      for (const { name } of element.attributes) if (!attributes.has(name)) found.push(name);
      if (element instanceof HTMLAnchorElement) {
        if (element.protocol !== "https:" || element.username) found.push(element.href);
        if (element.rel !== rel) found.push(`rel ${element.rel}`);
      }
      return found;
    });
  });

test.each(xssPayloads)("%j becomes nothing but text", async (payload) => {
  await show(payload);
  expect(await intruders()).toEqual([]);
  // What can be pressed is pressed, and hovered over.
  for (const link of await page.locator("main a").all()) {
    await link.hover();
    await link.evaluate((element) => element.removeAttribute("href"));
    await link.click();
  }
  expect(happened).toEqual([]);
});

test("this page does notice what the others don't do", async () => {
  await page.setContent('<main><img src="https://example.edu/x.png" onerror="alert(1)"></main>');
  await expect.poll(() => happened).toEqual(["asks for https://example.edu/x.png", "dialog 1"]);
  expect(await intruders()).toEqual(["<img>", "src", "onerror"]);
});
