import { expect, test } from "vitest";
import { browserSite } from "../support/web/browser-site.ts";
import { openPage } from "../support/web/browser.ts";

const site = browserSite();

test.each([360, 700, 900, 1_024, 1_280])(
  "the footer of a short page has its height before its lists arrive, at %i px",
  async (width) => {
    const { page, close } = await openPage(site.browser, { viewport: { width, height: 740 } });
    await page.goto(`${site.server.origin}/search`);
    const heights = await page.locator(".site-footer").evaluate((footer) => {
      const whole = footer.getBoundingClientRect().height;
      footer.replaceChildren();
      return { whole, empty: footer.getBoundingClientRect().height };
    });
    // The name of a link can take one line more or less in another font.
    expect(Math.abs(heights.whole - heights.empty)).toBeLessThan(25);
    await close();
  },
);
