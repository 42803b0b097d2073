/**
 * `npm run bench:ocr`: measures the quality of text recognition. It typesets question papers, makes them
 * crooked, faint, coarse or photographed, reads them like the server, and compares the result with the
 * printed text. If Debian's Tesseract is installed (tesseract-ocr, tesseract-ocr-ben), it reads the same
 * scans. Bangla fonts: fonts-noto-core, fonts-lohit-beng-bengali, fonts-beng-extra. `-- 64` uses 64 scans.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ocrLanguages } from "../src/server/files/recognition/languages.ts";
import { proposeFacts } from "../src/server/files/recognition/propose-facts.ts";
import { createRecogniser } from "../src/server/files/recognition/recogniser.ts";
import { PAGE_WIDTH } from "../src/server/files/recognition/ocr-messages.ts";
import { createPapers } from "../src/server/files/rendering/papers.ts";
import { launchBrowser } from "../tests/support/web/browser.ts";
import { TEST_LANGUAGES } from "../tests/support/files/languages.ts";
import { errorsOf } from "./ocr/error-rate.ts";
import { printedText, questionPaper, type QuestionPaper } from "./ocr/question-papers.ts";
import { scanKinds, scanOf } from "./ocr/scans.ts";

const LANGUAGES = ["en", "bn"] as const;
const count = Number(process.argv[2] ?? 64);

type Reader = (scan: Buffer) => Promise<string>;

interface Reading {
  reader: string;
  language: string;
  kind: string;
  font: string;
  /** Whether each detail was recognised. */
  code: boolean;
  examType: boolean;
  year: boolean;
  errors: number;
  length: number;
  seconds: number;
}

const folder = mkdtempSync(join(tmpdir(), "proshno-bench-"));
const papers = createPapers({ timeLimit: 60_000 });
const recogniser = createRecogniser({ languages: TEST_LANGUAGES });
const browser = await launchBrowser();
const readings: Reading[] = [];
try {
  const readers = readersHere();
  for (let index = 0; index < count; index += 1) {
    const language = LANGUAGES[index % 2] as "en" | "bn";
    const number = Math.floor(index / 2);
    const kind = scanKinds[
      (number + Math.floor(number / 8)) % scanKinds.length
    ] as (typeof scanKinds)[number];
    const paper = questionPaper(language, number);
    const scan = await scanOf(browser, paper, kind, index);
    for (const [reader, read] of Object.entries(readers)) {
      const started = performance.now();
      const text = await read(scan);
      const seconds = (performance.now() - started) / 1_000;
      readings.push({ reader, kind, ...judged(paper, text), seconds });
    }
    keep();
    process.stderr.write(`${index + 1} of ${count}\r`);
  }
  report(Object.keys(readers));
} finally {
  await Promise.all([browser.close(), papers.close(), recogniser.close()]);
  rmSync(folder, { recursive: true, force: true });
}

function readersHere(): Record<string, Reader> {
  const own: Reader = async (scan) => {
    const page = await papers.page(scan, 1, PAGE_WIDTH);
    if ("refusal" in page || !page.value) throw new Error("A scan was refused.");
    return (await recogniser.recognise(page.value.bytes, new AbortController().signal)).text;
  };
  const debian: Reader = async (scan) => {
    const path = join(folder, "scan.jpg");
    writeFileSync(path, scan);
    return execFileSync("tesseract", [path, "stdout", "-l", ocrLanguages.join("+")], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      // On few cores, threads that wait for each other make recognition slower.
      env: { ...process.env, OMP_THREAD_LIMIT: "1" },
    });
  };
  try {
    execFileSync("tesseract", ["--version"], { stdio: "ignore" });
    return { proshno: own, debian };
  } catch {
    console.log("tesseract is not installed: Debian's is left out.");
    return { proshno: own };
  }
}

function judged(paper: QuestionPaper, text: string) {
  const { code, examType, year } = proposeFacts(text);
  return {
    language: paper.language,
    font: paper.font,
    code: code?.value === paper.code,
    examType: examType?.value === paper.examType,
    year: year?.value === String(paper.year),
    ...errorsOf(printedText(paper), text),
  };
}

function report(readers: string[]): void {
  const groups = [
    ...LANGUAGES.map((language) => ({ name: language, is: (one: Reading) => one.language === language })),
    ...scanKinds.map((kind) => ({ name: kind, is: (one: Reading) => one.kind === kind })),
    { name: "all", is: () => true },
  ];
  for (const reader of readers) {
    for (const { name, is } of groups) {
      console.log(
        `${reader.padEnd(8)} ${name.padEnd(8)} ${summary(readings.filter((one) => one.reader === reader && is(one)))}`,
      );
    }
  }
}

/** Writes after each scan, so that a stopped run keeps its results. */
function keep(): void {
  const path = join(import.meta.dirname, "../bench/results");
  mkdirSync(path, { recursive: true });
  writeFileSync(
    join(path, "ocr.json"),
    JSON.stringify({ at: new Date().toISOString(), readings }, undefined, 1),
  );
}

function summary(group: Reading[]): string {
  const sum = (value: (one: Reading) => number) => group.reduce((total, one) => total + value(one), 0);
  const found = (name: "code" | "examType" | "year") =>
    `${name} ${sum((one) => Number(one[name]))} of ${group.length}`;
  const rate = (100 * sum((one) => one.errors)) / sum((one) => one.length);
  const seconds = sum((one) => one.seconds) / group.length;
  return `${found("code")}, ${found("examType")}, ${found("year")}, ${rate.toFixed(2)} % of characters wrong, ${seconds.toFixed(1)} s a page`;
}
