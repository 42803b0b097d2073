/**
 * `node scripts/make-sample-papers.ts`: creates the files of the sample archive and their index again, from the texts
 * in scripts/sample-papers. For maintainers; needs Chromium (CHROMIUM_PATH) with Liberation and Noto Bengali
 * fonts. If qpdf and pdftotext are installed, they read each PDF too.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { createPapers, type PaperAnswer } from "../src/server/files/rendering/papers.ts";
import { sampleItems } from "../src/server/contributing/sample/archive.ts";
import { banglaPapers } from "./sample-papers/bangla-papers.ts";
import { englishPapers } from "./sample-papers/english-papers.ts";
import { pageOf } from "./lib/sample-page.ts";
import type { Look, SamplePaper } from "./lib/sample-paper.ts";
import { photographed } from "./lib/photographed.ts";
import { scannedPdf } from "./lib/scanned-pdf.ts";
import { studyPapers } from "./sample-papers/study-papers.ts";
import { waitingPapers } from "./sample-papers/waiting-papers.ts";

const FOLDER = fileURLToPath(new URL("../src/server/contributing/sample/files/", import.meta.url));
/** The largest size of a file, in bytes. */
const LIMITS: Record<Look, number> = { print: 55_000, scan: 120_000, photo: 150_000 };
/** The width of a page before it is scanned or photographed, in px. */
const DRAWN_WIDTH = 1_600;

const papers = createPapers();
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  await main();
} finally {
  await Promise.all([browser.close(), papers.close()]);
}

async function main(): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  const index = [];
  let total = 0;
  for (const paper of [...englishPapers, ...banglaPapers, ...studyPapers, ...waitingPapers]) {
    const bytes = await make(paper);
    if (bytes.length > LIMITS[paper.look]) throw new Error(`${paper.name} has ${bytes.length} bytes`);
    const { type, pages } = valueOf(await papers.inspect(bytes));
    const kind = paper.answer === undefined ? sampleItems[paper.item]?.kind : "answer";
    const file = `${kind}-${paper.answer ?? paper.item}.${paper.look === "photo" ? "jpg" : "pdf"}`;
    writeFileSync(FOLDER + file, bytes);
    if (paper.look !== "photo") readByOthers(FOLDER + file);
    const shownBy = paper.answer === undefined ? { item: paper.item } : { answer: paper.answer };
    const { hash, print } = valueOf(await papers.fingerprint(bytes, 1));
    index.push({ file, name: paper.name, type, ...shownBy, pages, hash, print });
    total += bytes.length;
    console.log(`${file.padEnd(20)} ${String(bytes.length).padStart(7)} bytes, ${pages} page(s)`);
  }
  writeFileSync(`${FOLDER}index.json`, `${JSON.stringify(index, undefined, 2)}\n`);
  console.log(`${index.length} files, ${total} bytes`);
}

async function make(paper: SamplePaper): Promise<Uint8Array> {
  const pdf = await printed(paper);
  if (paper.look === "print") return pdf;
  const { pages } = valueOf(await papers.inspect(pdf));
  const drawn: Uint8Array[] = [];
  for (let page = 1; page <= pages; page += 1) {
    const image = valueOf(await papers.page(pdf, page, DRAWN_WIDTH));
    if (image) drawn.push(image.bytes);
  }
  if (paper.look === "scan") return scannedPdf(drawn, paper.item);
  if (drawn.length > 1) throw new Error(`${paper.name} does not fit on the one page of a photo`);
  return photographed(drawn[0] as Uint8Array, paper.item);
}

async function printed(paper: SamplePaper): Promise<Buffer> {
  const item = sampleItems[paper.item];
  if (!item) throw new Error(`No sample item ${paper.item}`);
  const page = await browser.newPage();
  await page.setContent(pageOf(paper, item));
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: false });
  await page.close();
  // Two runs differ only in the creation time, so it is replaced.
  const text = pdf.toString("latin1").replaceAll(/(Date \(D:)\d{14}/g, "$120261101000000");
  return Buffer.from(text, "latin1");
}

function valueOf<T>(answer: PaperAnswer<T>): T {
  if ("refusal" in answer) throw new Error(answer.refusal);
  return answer.value;
}

/** Reads a PDF with two programs that share no code with ours, if they are installed. */
function readByOthers(path: string): void {
  for (const [command, ...args] of [
    ["qpdf", "--check", path],
    ["pdftotext", path, "-"],
  ]) {
    if (spawnSync(command as string, ["--version"]).error) continue;
    execFileSync(command as string, args, { stdio: ["ignore", "ignore", "inherit"] });
  }
}
