import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Markdown } from "../../src/web/ui/markdown.tsx";
import { launchBrowser } from "../support/web/browser.ts";
import { xssPayloads } from "../support/api/xss-payloads.ts";

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

/** Shows texts on a page without a Content-Security-Policy, so only the renderer protects it. */
async function show(...texts: string[]): Promise<void> {
  const shown = texts.map((text) => renderToStaticMarkup(createElement(Markdown, { text })));
  await page.setContent(shown.map((html) => `<main>${html}</main>`).join(""));
}

/** Elements, attributes and links on the page that a text must not produce. */
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

test.each(xssPayloads)("%j is shown as plain text", async (payload) => {
  await show(payload);
  expect(await intruders()).toEqual([]);
  // Hover over every link, and click it.
  for (const link of await page.locator("main a").all()) {
    await link.hover();
    await link.evaluate((element) => element.removeAttribute("href"));
    await link.click();
  }
  expect(happened).toEqual([]);
});

/** Places and spellings of a text in Markdown; every payload is tried with each. */
const surroundings: ((payload: string) => string)[] = [
  (text) => `# ${text}`,
  (text) => `###### ${text} #`,
  (text) => `${text}\n===`,
  (text) => `> ${text}`,
  (text) => `> > - ${text}`,
  (text) => `- ${text}`,
  (text) => `1. ${text}\n2. ${text}`,
  (text) => `- [ ] ${text}`,
  (text) => `*${text}*`,
  (text) => `**${text}**`,
  (text) => `***${text}***`,
  (text) => `~~${text}~~`,
  (text) => `_${text}`,
  (text) => `\`${text}\``,
  (text) => `\`\`${text}`,
  (text) => `\`\`\`\n${text}\n\`\`\``,
  (text) => `\`\`\`${text}\nx\n\`\`\``,
  (text) => `~~~${text}`,
  (text) => `    ${text}`,
  (text) => `|${text}|b|\n|-|-|\n|c|d|`,
  (text) => `|a|b|\n|-|:-:|\n|${text}|${text}|`,
  (text) => `[${text}](https://example.edu)`,
  (text) => `[x](${text})`,
  (text) => `[x](<${text}>)`,
  (text) => `[x](https://example.edu "${text}")`,
  (text) => `[x](https://example.edu/${text})`,
  (text) => `[x](https://${text}@example.edu)`,
  (text) => `![${text}](https://example.edu/x.png)`,
  (text) => `![x](${text})`,
  (text) => `[x]: ${text}\n\n[x]`,
  (text) => `[${text}]: https://example.edu\n\n[${text}]`,
  (text) => `<${text}>`,
  (text) => `<https://example.edu/${text}>`,
  (text) => `https://example.edu/${text}`,
  (text) => `www.${text}`,
  (text) => `\\${text}`,
  (text) => `<!-- ${text} -->`,
  (text) => `<!-- --!> ${text} -->`,
  (text) => `<?${text}?>`,
  (text) => `<![CDATA[${text}]]>`,
  (text) => `<div>\n\n${text}\n\n</div>`,
  (text) => `<p title="${text}">`,
  (text) => `<p title='${text}'>`,
  (text) => `</p></main></body>${text}`,
  (text) => `<textarea>${text}</textarea>`,
  (text) => `<title>${text}</title>`,
  (text) => `<noscript>${text}</noscript>`,
  (text) => `<template>${text}</template>`,
  (text) => `<svg><style>${text}</style></svg>`,
  (text) => `&lt;${text}&gt;`,
  (text) => text.replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
  (text) => text.replaceAll("<", "&#x3C;").replaceAll(":", "&colon;"),
  (text) => text.replaceAll("<", "\\<").replaceAll("(", "\\("),
  (text) => text.replaceAll("<", "＜").replaceAll(">", "＞"),
  (text) => text.replaceAll("script", "SCRiPT").replaceAll("alert", "al\u0000ert"),
  (text) => text.replaceAll(" ", "\t").replaceAll("=", "\n="),
  (text) => text.replaceAll("javascript", "java\nscript"),
  (text) => text.replaceAll("javascript", "&#106;avascript"),
  (text) => text.replaceAll("javascript", "%6aavascript"),
  (text) => text.replaceAll("javascript:", "data:text/html,"),
  (text) => text.replaceAll("javascript:", "vbscript:"),
  (text) => text.replaceAll("javascript:", "\u0001javascript:"),
  (text) => `\uFEFF${text}`,
  (text) => `${text}${text}`,
  (text) => [...text].reverse().join(""),
  (text) => `প্রশ্ন ${text} উত্তর`,
  (text) => `\u202E${text}`,
  (text) => `${text}\n`.repeat(20),
  (text) => `${"> ".repeat(30)}${text}`,
  (text) => `${"[".repeat(40)}${text}${"](x)".repeat(40)}`,
  (text) => `${"*".repeat(60)}${text}${"*".repeat(60)}`,
  (text) => `a\n\n---\n\n${text}\n\n---`,
];

test("each payload in each place is shown as plain text", async () => {
  let tried = 0;
  for (const surround of surroundings) {
    await show(...xssPayloads.map(surround));
    expect(await intruders(), String(surround)).toEqual([]);
    await expect.poll(() => page.locator("main").count()).toBe(xssPayloads.length);
    tried += xssPayloads.length;
  }
  expect(happened).toEqual([]);
  console.log(`${tried} texts in Chromium, none ran or loaded anything`);
  expect(tried).toBeGreaterThan(3_000);
});

test("the checks notice a page that runs a script and loads an image", async () => {
  await page.setContent('<main><img src="https://example.edu/x.png" onerror="alert(1)"></main>');
  await expect.poll(() => happened).toEqual(["asks for https://example.edu/x.png", "dialog 1"]);
  expect(await intruders()).toEqual(["<img>", "src", "onerror"]);
});
