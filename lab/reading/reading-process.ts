/**
 * A process that draws and reads pages for `read-all.ts`, one at a time. It is separate, so that the
 * processor time of a reader is the time of this process and its children.
 */
import type { Browser } from "playwright-core";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launchBrowser } from "../../tests/support/web/browser.ts";
import { type Reader, type ReadPage, readers, secondsOf } from "./readers.ts";
import { judge, type Reading } from "./score.ts";
import { type DrawnPage, drawnPage } from "./set/draw.ts";
import type { TestPage } from "./set/pages.ts";

export interface ReadingTask {
  page: TestPage;
  /** The folder of drawn pages. */
  folder: string;
  /** Names of readers; nothing is read if there are none. */
  readers: string[];
  /** A folder for a copy of the file and the texts that were read, or "". */
  save: string;
}

let browser: Promise<Browser> | undefined;
const open: Record<string, Reader> = {};

process.on("message", (task: ReadingTask) => void answer(task));
process.on("disconnect", () => void close());

async function answer(task: ReadingTask): Promise<void> {
  process.send?.(await perform(task));
}

async function perform({ page, folder, readers: names, save }: ReadingTask): Promise<Reading[]> {
  const drawn = await drawnPage(page, folder, () => (browser ??= launchBrowser()));
  const readings: Reading[] = [];
  for (const name of names) {
    const reader = (open[name] ??= (readers[name] as () => Reader)());
    const kept = join(folder, `${page.name}-${page.version.slice(0, 12)}-${name}.json`);
    const { read, seconds } = keptReading(kept, reader) ?? (await timed(reader, drawn));
    if (reader.factsOf) writeFileSync(kept, JSON.stringify({ text: read.text, seconds }));
    readings.push(judge(page, drawn.text, name, { read, seconds }));
    if (save) keep(save, `${page.name}-${name}.txt`, read.text);
  }
  if (save) {
    keep(save, `${page.name}.${drawn.extension}`, drawn.bytes);
    keep(
      save,
      `${page.name}.json`,
      JSON.stringify({ ...page, html: undefined, text: drawn.text }, undefined, 1),
    );
  }
  return readings;
}

type Timed = { read: ReadPage; seconds: number };

async function timed(reader: Reader, { bytes, extension }: DrawnPage): Promise<Timed> {
  const started = secondsOfAll();
  const read = await reader.read(bytes, extension);
  return { read, seconds: secondsOfAll() - started };
}

/** The text of an earlier run, with the details that today's rules find in it. */
function keptReading(path: string, { factsOf }: Reader): Timed | undefined {
  if (!factsOf || !existsSync(path)) return undefined;
  const { text, seconds } = JSON.parse(readFileSync(path, "utf8")) as { text: string; seconds: number };
  return { read: { text, facts: factsOf(text) }, seconds };
}

/** The processor time of this process, its readers' processes, and all children that have ended. */
function secondsOfAll(): number {
  const { own, ended } = secondsOf(process.pid);
  return own + ended + Object.values(open).reduce((sum, reader) => sum + reader.seconds(), 0);
}

function keep(folder: string, name: string, content: string | Uint8Array): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), content);
}

async function close(): Promise<void> {
  await Promise.all(Object.values(open).map((reader) => reader.close()));
  await (await browser)?.close();
  process.exit();
}
