import type { Half } from "../set/courses.ts";
import type { TestPage } from "../set/pages.ts";
import { hardPage } from "./hard-page.ts";
import { capitals } from "./kind-capitals.ts";
import { gutter } from "./kind-gutter.ts";
import { hiddenTexts } from "./kind-hidden-texts.ts";
import { oddHeadings } from "./kind-odd-headings.ts";
import { onTable } from "./kind-on-table.ts";
import { oneLine } from "./kind-one-line.ts";
import { severalPapers } from "./kind-several-papers.ts";
import { textLayers } from "./kind-text-layers.ts";
import { wordFiles } from "./kind-word-files.ts";

/** The kinds of pages that real archives have and that readers find hard. */
const hardKinds = [
  textLayers,
  hiddenTexts,
  severalPapers,
  oneLine,
  gutter,
  capitals,
  onTable,
  oddHeadings,
  wordFiles,
];

export const hardKindNames: string[] = hardKinds.map(({ name }) => name);

/** The hard pages of one half. The same arguments give the same pages. @param count of each kind, at most */
export function hardPages(half: Half, count = Infinity): TestPage[] {
  return hardKinds.flatMap((kind) =>
    Array.from({ length: Math.min(count, kind.count) }, (_one, index) => hardPage(kind, half, index)),
  );
}
