import { writeFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { adminSession, launchBrowser, openPage } from "../tests/support/web/browser.ts";
import { phonePhoto } from "../tests/support/files/phone-photo.ts";
import { startServer } from "../tests/support/process/server.ts";
import { MB } from "../src/shared/text/bytes.ts";
import { defineExperiment } from "./lib/experiment.ts";
import { text } from "./lib/options.ts";

type Session = Awaited<ReturnType<typeof adminSession>>;

const SLOWDOWN = 20;
/** A long time limit in ms, for a slow phone on a busy machine. */
const TIMEOUT = 600_000;

export const experiment = defineExperiment({
  about: `Measures how long a slow phone takes to make one PDF from four photos. Chromium slows down the page's thread but not a
worker's, so the realistic figure is the one without a worker.`,
  options: { folder: text("", "a folder for the PDFs") },
  places: ["folder"],
  needs: () => ["build", "programs"],
  async run({ values: { folder } }) {
    const photos = await madePhotos();
    const server = await startServer();
    const browser = await launchBrowser();
    try {
      const storageState = await adminSession(browser, server);
      const megabytes = photos.map(({ buffer }) => (buffer.length / MB).toFixed(2)).join(", ");
      console.log(`Photos of ${megabytes} MB`);
      for (const rate of [1, SLOWDOWN])
        for (const worker of [true, false]) {
          const options = { storageState, photos, worker, rate, folder };
          console.log(await measure(browser, server.origin, options));
        }
    } finally {
      await browser.close();
      await server.stop();
    }
    return 0;
  },
});

const madePhotos = () =>
  Promise.all(
    [0.2, 0.4, 0.6, 0.8].map(async (bar, index) => ({
      name: `photo-${index + 1}.jpg`,
      mimeType: "image/jpeg",
      buffer: await phonePhoto({ bar }),
    })),
  );

const seconds = (from: number): string => `${((performance.now() - from) / 1000).toFixed(1)} s`;

interface Measuring {
  storageState: Session;
  photos: Awaited<ReturnType<typeof madePhotos>>;
  /** Joins the photos in a web worker. */
  worker: boolean;
  /** Divides the speed of the page's thread. */
  rate: number;
  /** A folder for the PDFs, or "". */
  folder: string;
}

/** @returns a line of figures */
async function measure(
  browser: Browser,
  origin: string,
  { storageState, photos, worker, rate, folder }: Measuring,
): Promise<string> {
  const { page, close } = await openPage(browser, { storageState });
  page.setDefaultTimeout(TIMEOUT);
  await page.goto(`${origin}/dashboard/add-notes`);
  await page.waitForSelector(".upload label.button");
  if (!worker) await page.evaluate(() => Reflect.deleteProperty(globalThis, "OffscreenCanvas"));
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate });
  const chosen = performance.now();
  await page.setInputFiles("#fileKey", photos);
  await page.locator('.upload [role="status"]', { hasText: "4 pages added" }).waitFor();
  const shown = seconds(chosen);
  const sending = page.waitForRequest((request) => request.method() === "POST");
  const joining = performance.now();
  await page.getByRole("button", { name: "Use these pages" }).click();
  await sending;
  const joined = seconds(joining);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await page.locator(".upload-attached").waitFor();
  const key = await page.locator('input[name="fileKey"]').inputValue();
  const pdf = await (await page.request.get(`${origin}/files/${key}`)).body();
  if (folder) writeFileSync(`${folder}/photos-${worker ? "worker" : "page"}-${rate}.pdf`, pdf);
  await close();
  const way = `${worker ? "in a worker" : "in the page"}, ${rate}×`;
  return `${way}: pages shown after ${shown}, PDF after ${joined} more, ${(pdf.length / MB).toFixed(2)} MB`;
}
