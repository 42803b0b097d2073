import { spawn } from "node:child_process";
import { readFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createRecogniser } from "../../src/server/files/recognition/recogniser.ts";
import { isReadable } from "../../src/server/files/recognition/page-text.ts";
import { PAGE_WIDTH } from "../../src/server/files/recognition/ocr-messages.ts";
import { proposeDetails } from "../../src/server/files/recognition/propose-details.ts";
import { proposeSplit } from "../../src/server/contributing/piles/propose-split.ts";
import { createPapers } from "../../src/server/files/rendering/papers.ts";
import { confidenceOf } from "../../src/shared/items/confidence.ts";
import { BANGLADESH_UNIVERSITIES } from "../../src/server/platform/db/migrations/bangladesh-universities.ts";
import type { KnownUniversity } from "../../src/shared/courses/universities.ts";
import { UNIVERSITIES } from "./set/courses.ts";
import { TEST_LANGUAGES } from "../../tests/support/files/languages.ts";
import type { Detail } from "./set/heading.ts";
import { simpleRules } from "./simple-rules.ts";

/** The result of reading a file: the text of its first page, and the details proposed from it. */
export interface ReadPage {
  text: string;
  facts: Facts;
  /** The details of which the reader is sure. */
  sure?: Detail[];
  /** The details of each paper in the file, if the reader looks for several papers. */
  papers?: Facts[];
}

export type Facts = Partial<Record<Detail, string>>;

/** A way to read a paper. */
export interface Reader {
  /** For programs that don't change between runs: their texts are kept, and this function reads the details. */
  factsOf?: (text: string) => ReadPage["facts"];
  /** @param bytes of a PDF or a JPEG */
  read: (bytes: Uint8Array, extension: string) => Promise<ReadPage>;
  /** The processor time of its processes so far, in s, without processes that have ended. */
  seconds: () => number;
  close: () => Promise<void>;
}

/**
 * The ways that the benchmark compares. `product`: the code of the server. `both` and `english`: `pdftotext`
 * for text layers and Debian's Tesseract for pictures, in two languages or one, with simple rules.
 */
export const readers: Record<string, () => Reader> = {
  product: openProduct,
  both: () => openPrograms("eng+ben"),
  english: () => openPrograms("eng"),
};

/** The processes don't end while the other readers work: a start costs as much time as a page. In ms. */
const IDLE = 600_000;

/** The universities that a paper can name: those of Bangladesh, and those of the test pages. */
const KNOWN: KnownUniversity[] = [
  ...BANGLADESH_UNIVERSITIES.trim()
    .split("\n")
    .map((line) => line.split("|").map((part) => part.trim()))
    .map(([name = "", banglaName = "", others = ""]) => ({
      name,
      banglaName,
      otherNames: others.split(", ").filter(Boolean),
    })),
  ...Object.values(UNIVERSITIES)
    .flat()
    .map(({ en, bn }) => ({ name: en, banglaName: bn, otherNames: [] })),
];

/** Reads like `readText` and `recognisePage` of `src/server/files/recognition`. */
function openProduct(): Reader {
  const papers = createPapers({ concurrency: 1, timeLimit: 60_000, idleLimit: IDLE });
  const recogniser = createRecogniser({ languages: TEST_LANGUAGES, idleLimit: IDLE });
  return {
    async read(bytes, extension) {
      const layers = await papers.texts(bytes);
      const pages = "value" in layers ? layers.value : [];
      const texts: string[] = [];
      for (const index of pages.length > 0 ? pages.keys() : [0]) {
        const layer = pages[index];
        const printed = (layer?.text ?? "").trim();
        const isTrusted = extension === "docx" || (layer && !layer.isBroken && isReadable(printed));
        texts.push(isTrusted ? printed : await recognised(bytes, index + 1));
      }
      return { text: texts[0] ?? "", ...read(texts[0] ?? ""), papers: papersOf(texts) };
    },
    seconds: () => [...papers.pids(), ...recogniser.pids()].reduce((sum, pid) => sum + secondsOf(pid).own, 0),
    close: async () => void (await Promise.all([papers.close(), recogniser.close()])),
  };

  function read(found: string): Pick<ReadPage, "facts" | "sure"> {
    const facts = Object.entries(proposeDetails(found, KNOWN));
    return {
      facts: Object.fromEntries(facts.map(([name, fact]) => [name, fact.value])),
      sure: facts.flatMap(([name, { confidence }]) =>
        confidenceOf(confidence) === "sure" ? [name as Detail] : [],
      ),
    };
  }

  function papersOf(texts: string[]): Facts[] {
    const facts = texts.map((page, index) => ({ page: index + 1, facts: proposeDetails(page, KNOWN) }));
    const parts = proposeSplit(facts, texts.length) ?? [[1, texts.length]];
    return parts.map(([first = 1]) => read(texts[first - 1] ?? "").facts);
  }

  async function recognised(bytes: Uint8Array, number: number): Promise<string> {
    const page = await papers.greyPage(bytes, number, PAGE_WIDTH);
    if ("refusal" in page || !page.value) return "";
    return (await recogniser.recognise(page.value, new AbortController().signal)).text;
  }
}

/** @param languages of Tesseract */
function openPrograms(languages: string): Reader {
  const folder = mkdtempSync(join(tmpdir(), "proshno-reading-"));
  const picture = join(folder, "page");
  return {
    factsOf: simpleRules,
    async read(bytes, extension) {
      const path = join(folder, `page.${extension}`);
      writeFileSync(path, bytes);
      const layer = extension === "pdf" ? await run("pdftotext", ["-layout", "-l", "1", path, "-"]) : "";
      const found = isReadable(layer) ? layer : await tesseract(path, extension);
      return { text: found, facts: simpleRules(found) };
    },
    seconds: () => 0,
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };

  async function tesseract(path: string, extension: string): Promise<string> {
    if (extension === "pdf")
      await run("pdftoppm", ["-r", "240", "-l", "1", "-png", "-singlefile", path, picture]);
    return run("tesseract", [extension === "pdf" ? `${picture}.png` : path, "stdout", "-l", languages]);
  }
}

/** @returns what a program prints */
export async function run(program: string, args: string[]): Promise<string> {
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "ignore"],
    // On few cores, threads that wait for each other make recognition slower.
    env: { ...process.env, OMP_THREAD_LIMIT: "1" },
  });
  const output = text(child.stdout);
  await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  return output;
}

/** Ticks of the processor's clock in a second, on Linux. */
const TICKS = 100;

/** The processor time of a process, and of its children that have ended, in s. Linux only. */
export function secondsOf(pid: number): { own: number; ended: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 15)
      .map(Number);
    return { own: (user + system) / TICKS, ended: (childUser + childSystem) / TICKS };
  } catch {
    // The process has just ended; its time is now with its parent.
    return { own: 0, ended: 0 };
  }
}
