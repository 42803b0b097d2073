import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import type { PhotoTraits } from "../../src/shared/files/photo-traits.ts";
import sharp from "sharp";
import { launchBrowser } from "../../tests/support/web/browser.ts";
import type { ShowSteps } from "../lib/progress.ts";
import { type Reader, readers } from "../reading/readers.ts";
import type { Half } from "../reading/set/courses.ts";
import type { Producer } from "../reading/set/digital.ts";
import { drawnPage } from "../reading/set/draw.ts";
import { type Kind, kinds, type TestPage, testPages } from "../reading/set/pages.ts";

/** A page as the server has read it. */
export interface ReadPage {
  text: string;
  /** The traits of a photo, without its time. */
  traits: PhotoTraits;
}

/** A paper of the reading set with two pages: the one with the heading, and a later one. */
export interface TestPaper {
  kind: Kind;
  truth: TestPage["truth"];
  first: ReadPage;
  later: ReadPage;
}

/**
 * Draws and reads two pages of each paper. The later page has only questions, and comes from the same device.
 * @param count papers of each kind
 * @param folder for drawn pages
 */
export async function readPapers(
  half: Half,
  count: number,
  { folder, showSteps }: { folder: string; showSteps: ShowSteps },
): Promise<TestPaper[]> {
  const pages = testPages(half).filter(({ shown }) => shown === 1);
  const scans = pages.filter(({ kind }) => kind === "scan");
  const chosen = kinds.flatMap((kind) => pages.filter((page) => page.kind === kind).slice(0, count));
  const reader = (readers["product"] as () => Reader)();
  let browser: Promise<Browser> | undefined;
  const open = () => (browser ??= launchBrowser());
  const progress = showSteps(chosen.length);
  try {
    const papers: TestPaper[] = [];
    for (const [index, page] of chosen.entries()) {
      const scan = page.kind === "scan" ? page : (scans[index % scans.length] as TestPage);
      const first = await read(page);
      const later = await read(laterPage(page, scan));
      papers.push({ kind: page.kind, truth: page.truth, first, later });
      progress.step(`${page.name} read`);
    }
    return papers;
  } finally {
    progress.stop();
    await reader.close();
    await (await browser)?.close();
  }

  async function read(page: TestPage): Promise<ReadPage> {
    const kept = join(folder, `${page.name}-${page.version.slice(0, 12)}-${READER.slice(0, 12)}.read.json`);
    if (existsSync(kept)) return JSON.parse(readFileSync(kept, "utf8")) as ReadPage;
    const { bytes, extension } = await drawnPage(page, folder, open);
    const { text } = await reader.read(bytes, extension);
    const traits = extension === "jpg" ? await traitsOf(bytes) : { width: 0, height: 0, light: 0 };
    writeFileSync(kept, JSON.stringify({ text, traits } satisfies ReadPage));
    return { text, traits };
  }
}

/** Texts are kept as long as the code that reads them stays the same. */
const READER = readerVersion();

function readerVersion(): string {
  const hash = createHash("sha256");
  for (const module of ["recognition", "rendering"]) {
    const path = join(import.meta.dirname, "../../src/server/files", module);
    for (const name of readdirSync(path).toSorted())
      if (name.endsWith(".ts") && !/^facts-|^first-|test/.test(name))
        hash.update(readFileSync(join(path, name)));
  }
  return hash.digest("hex");
}

/** The second page of a scanned paper, from the device of another page, in the same light. */
function laterPage(page: TestPage, { html }: TestPage): TestPage {
  const [first, second] = html as [string, string];
  const shown = page.kind === "scan" ? [second, first] : [second];
  const version = createHash("sha256")
    .update(JSON.stringify([shown, page.sheet, page.seed, page.version]))
    .digest("hex");
  // The other producers rearrange the heading.
  const device = page.kind === "digital" ? ("in-order" satisfies Producer) : page.device;
  return { ...page, device, name: `${page.name}-later`, html: shown, version };
}

async function traitsOf(bytes: Uint8Array): Promise<PhotoTraits> {
  const { width, height } = await sharp(bytes).metadata();
  const { channels } = await sharp(bytes).greyscale().stats();
  return { width, height, light: Math.round(channels[0]?.mean ?? 0) };
}
