import { sha256Of } from "../../../src/server/files/storage/file-store.ts";
import { ENGLISH_HEAD, scan } from "../files/scan.ts";
import { tinyPdf } from "../files/tiny-pdf.ts";

export interface KillPaper {
  name: string;
  bytes: Buffer;
  sha256: string;
  pages: number;
}

/** The smallest and the largest paper, in bytes. */
const SMALLEST = 30_000;
const LARGEST = 2_000_000;
const QUESTION = "2. Define amortisation and give one suitable example of its use in practice.";
/** How many of a hundred papers are scans, which need recognition, and how many were uploaded before. */
const SCANS = 4;
const REPEATS = 20;

/** Papers to upload, each with a different number. @param random returns a number from 0 to 1 */
export function createKillPapers(random: () => number) {
  const made: KillPaper[] = [];
  return async function next(): Promise<KillPaper> {
    const lot = random() * 100;
    const old = made[Math.floor(random() * made.length)];
    if (lot < REPEATS && old) return old;
    const paper = lot > 100 - SCANS ? await scanned(made.length) : printed(made.length, random);
    made.push(paper);
    return paper;
  };
}

async function scanned(number: number): Promise<KillPaper> {
  const bytes = await scan([...ENGLISH_HEAD.slice(0, 2), `Paper ${number}`]);
  return { name: `scan-${number}.jpg`, bytes, sha256: sha256Of(bytes), pages: 1 };
}

function printed(number: number, random: () => number): KillPaper {
  const pages = 1 + Math.floor(random() * 3);
  // Most papers are small.
  const size = Math.round(SMALLEST + (LARGEST - SMALLEST) * random() ** 4);
  const lines = [...ENGLISH_HEAD, QUESTION, `Paper ${number}`];
  const padding = `%${"x".repeat(Math.round(size / pages))}`;
  const bytes = tinyPdf(Array.from({ length: pages }, () => ({ lines, content: padding })));
  return { name: `paper-${number}.pdf`, bytes, sha256: sha256Of(bytes), pages };
}
