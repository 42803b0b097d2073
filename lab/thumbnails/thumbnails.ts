import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createPapers } from "../../src/server/files/rendering/papers.ts";
import { launchBrowser } from "../../tests/support/web/browser.ts";
import { defineExperiment } from "../lib/experiment.ts";
import { choices, text } from "../lib/options.ts";
import type { ShowSteps } from "../lib/progress.ts";
import { asText } from "../lib/tables.ts";
import { halves } from "../reading/set/courses.ts";
import { DRAWN_PAGES, drawnPage } from "../reading/set/draw.ts";
import { kinds, type TestPage, testPages } from "../reading/set/pages.ts";
import { hasCode, textOfPage, textOfThumbnail } from "./code-on-picture.ts";

/** How many thumbnails a list shows. */
const LISTED = 10;
/** Pages that are measured at the same time. */
const CONCURRENCY = 2;

interface Measured {
  name: string;
  kind: string;
  bytes: number;
  onPage: boolean;
  onThumbnail: boolean;
}

export const experiment = defineExperiment({
  about: `Measures the thumbnails of the reading set. Debian's Tesseract reads each page, and each thumbnail enlarged 3 times. The
report shows how many thumbnails still show the course code, and how many bytes they have. Drawn pages are kept in
PROSHNO_BENCH_DATA.`,
  options: {
    half: choices(halves, "only a half of the papers"),
    kind: choices(kinds, "only some kinds of papers"),
    only: text("", "only pages whose name contains this"),
    save: text("", "a folder for the pictures"),
  },
  needs: () => ["programs"],
  async run({ values, showSteps, write }) {
    const pages = values.half
      .flatMap((half) => testPages(half))
      .filter(({ name, kind }) => values.kind.includes(kind) && name.includes(values.only));
    const measured = await measureAll(pages, values.save, showSteps);
    const rows = [...kinds, "all"].flatMap((kind) => {
      const ofKind = measured.filter((one) => kind === "all" || one.kind === kind);
      return ofKind.length > 0 ? [rowOf(kind, ofKind)] : [];
    });
    console.log(
      `\n${asText([["", "pages", "code read", "on thumbnail too", "largest", "ten largest", "mean"], ...rows])}`,
    );
    const lost = measured.filter(({ onPage, onThumbnail }) => onPage && !onThumbnail);
    console.log(`\nOnly on the page: ${lost.map(({ name }) => name).join(", ") || "none"}`);
    write("thumbnails.json", { at: new Date(), measured });
    return 0;
  },
});

async function measureAll(pages: TestPage[], save: string, showSteps: ShowSteps): Promise<Measured[]> {
  const papers = createPapers({ concurrency: CONCURRENCY, timeLimit: 60_000 });
  const progress = showSteps(pages.length);
  const left = [...pages];
  const measured: Measured[] = [];
  let browser: ReturnType<typeof launchBrowser> | undefined;
  const work = async (): Promise<void> => {
    for (let page = left.shift(); page; page = left.shift()) {
      const { bytes, extension } = await drawnPage(page, DRAWN_PAGES, () => (browser ??= launchBrowser()));
      const answer = await papers.thumbnail(bytes);
      if ("refusal" in answer) throw new Error(`${page.name}: ${answer.refusal}`);
      if (save) {
        mkdirSync(save, { recursive: true });
        writeFileSync(join(save, `${page.name}.webp`), answer.value.bytes);
      }
      const { code } = page.truth;
      const kept = join(DRAWN_PAGES, `${page.name}-${page.version.slice(0, 12)}-tesseract.txt`);
      const onPage = code !== undefined && hasCode(await textOfPage(bytes, extension, kept), code);
      const onThumbnail = onPage && hasCode(await textOfThumbnail(answer.value.bytes), code);
      measured.push({
        name: page.name,
        kind: page.kind,
        bytes: answer.value.bytes.length,
        onPage,
        onThumbnail,
      });
      progress.step(page.name);
    }
  };
  try {
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
  } finally {
    progress.stop();
    await Promise.all([papers.close(), browser?.then((open) => open.close())]);
  }
  return measured;
}

function rowOf(kind: string, measured: Measured[]): string[] {
  const sizes = measured.map(({ bytes }) => bytes).toSorted((one, other) => other - one);
  const sum = (list: number[]) => list.reduce((total, one) => total + one, 0);
  const read = measured.filter(({ onPage }) => onPage);
  const both = read.filter(({ onThumbnail }) => onThumbnail);
  return [
    kind,
    String(measured.length),
    String(read.length),
    `${both.length} (${((100 * both.length) / Math.max(1, read.length)).toFixed(0)} %)`,
    `${sizes[0]}`,
    `${sum(sizes.slice(0, LISTED))}`,
    `${Math.round(sum(sizes) / sizes.length)}`,
  ];
}
