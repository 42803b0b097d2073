import type { Browser, BrowserContextOptions, Page, Request } from "playwright-core";

export type Part = "html" | "css" | "js" | "fonts" | "images" | "all";

/** The bytes that one page made a phone load, counted in bodies as sent. */
export type RouteBytes = Record<Part, number>;

export interface Measured {
  bytes: RouteBytes;
  status: number;
  /** The path of the page where the visit ended. */
  arrived: string;
}

const PARTS: Record<string, Part> = {
  document: "html",
  stylesheet: "css",
  script: "js",
  font: "fonts",
  image: "images",
};

export const PHONE = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
} satisfies BrowserContextOptions;

/**
 * Opens a page on a phone with an empty cache and scrolls to its end, so that lazy parts count, too.
 * @param options such as the session of a logged-in person
 */
export async function measureBytes(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Measured> {
  const context = await browser.newContext({ ...PHONE, ...options });
  try {
    const page = await context.newPage();
    const requests: Request[] = [];
    const { origin } = new URL(url);
    page.on("requestfinished", (request) => {
      if (request.url().startsWith(origin)) requests.push(request);
    });
    const answer = await page.goto(url);
    await readToTheEnd(page);
    await page.waitForLoadState("networkidle");
    const arrived = new URL(page.url()).pathname;
    return { bytes: await sum(requests), status: answer?.status() ?? 0, arrived };
  } finally {
    await context.close();
  }
}

/** Scrolls screen by screen and waits for each paint, so that everything lazy loads. */
export async function readToTheEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo(0, top);
      await painted();
    }
  });
}

async function sum(requests: Request[]): Promise<RouteBytes> {
  const bytes: RouteBytes = { html: 0, css: 0, js: 0, fonts: 0, images: 0, all: 0 };
  for (const request of requests) {
    const { responseBodySize } = await request.sizes();
    const part = PARTS[request.resourceType()];
    if (part) bytes[part] += responseBodySize;
    bytes.all += responseBodySize;
  }
  return bytes;
}
