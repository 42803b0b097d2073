import { groupPhotos } from "../../src/server/contributing/piles/group-photos.ts";
import { proposeSplit } from "../../src/server/contributing/piles/propose-split.ts";
import { proposeDetails } from "../../src/server/files/recognition/propose-details.ts";
import { defineExperiment } from "../lib/experiment.ts";
import { choices, whole } from "../lib/options.ts";
import { seeded } from "../../scripts/lib/seeded.ts";
import { asText } from "../lib/tables.ts";
import { type Bundle, bundlesOf } from "./bundles.ts";
import { hardPiles } from "./hard-piles.ts";
import { photoPile, type PilePhoto, styles } from "./photo-piles.ts";
import { readPapers, type TestPaper } from "./test-papers.ts";
import { halves } from "../reading/set/courses.ts";
import { DRAWN_PAGES } from "../reading/set/draw.ts";
import { kinds } from "../reading/set/pages.ts";

/** Proposals that are right and wrong, and those that are missing. */
interface Counts {
  right: number;
  wrong: number;
  missing: number;
}

export const experiment = defineExperiment({
  about: `Measures how well piles group the photos of a paper, and how well they propose to split a PDF of several exams. It draws
and reads papers of the reading set, names the photos as phones and messengers do, and joins pages to PDFs.`,
  options: {
    half: choices(halves, "only a half of the papers"),
    papers: whole(12, "papers of each kind in each half", { least: 4 }),
  },
  needs: () => ["programs"],
  async run({ values, showSteps }) {
    for (const half of values.half) {
      const papers = await readPapers(half, values.papers, { folder: DRAWN_PAGES, showSteps });
      const photos = styles.map((style, index): [string, Counts] => {
        const random = seeded(index + 1);
        const photographed = shuffled(photosOf(papers), random);
        const pile = photoPile(style, photographed, { of: headingOf, random });
        return [style.name, pairsOf(pile)];
      });
      print(`${half}: pairs of photos of one paper, by the names of the files`, photos);
      const hard = hardPiles(half, shuffled(photosOf(papers), seeded(77)), {
        of: headingOf,
        random: seeded(78),
      });
      print(
        `${half}: the same with a year in a question, a wide page and a missing page`,
        hard.map(([name, pile]): [string, Counts] => [name, pairsOf(pile)]),
      );
      const splits = kinds.flatMap((kind, index) => {
        const bundles = bundlesOf(
          papers.filter((paper) => paper.kind === kind),
          seeded(index + 20),
        );
        return [...Map.groupBy(bundles, ({ name }) => name)].map(([name, some]): [string, Counts] => [
          `${kind}, ${name}`,
          sum(some.map(startsOf)),
        ]);
      });
      print(`${half}: first pages of the second and later exams`, splits);
    }
    return 0;
  },
});

const photosOf = (papers: TestPaper[]): TestPaper[] => papers.filter(({ kind }) => kind === "photo");

/** As `proposedGroups` of a pile. */
function headingOf(text: string): number {
  const facts = proposeDetails(text);
  return (["code", "examType", "year"] as const).filter((name) => facts[name]).length;
}

function pairsOf(pile: readonly PilePhoto[]): Counts {
  const paperOf = new Map(pile.map(({ rowId, paper }) => [rowId, paper]));
  const pairs = (groups: unknown[][]) =>
    groups.reduce((total, { length }) => total + (length * (length - 1)) / 2, 0);
  const truth = pairs([...Map.groupBy(pile, ({ paper }) => paper).values()]);
  const groups = groupPhotos([...pile]);
  const right = pairs(groups.flatMap((rows) => [...Map.groupBy(rows, (row) => paperOf.get(row)).values()]));
  return { right, wrong: pairs(groups) - right, missing: truth - right };
}

function startsOf({ pages, starts }: Bundle): Counts {
  const facts = pages.map((text, index) => ({ page: index + 1, facts: proposeDetails(text) }));
  const proposed = (proposeSplit(facts, pages.length) ?? []).map(([first]) => first).slice(1);
  const wanted = starts.slice(1);
  const right = proposed.filter((page) => wanted.includes(page)).length;
  return { right, wrong: proposed.length - right, missing: wanted.length - right };
}

function sum(counts: Counts[]): Counts {
  const total = (name: keyof Counts) => counts.reduce((all, one) => all + one[name], 0);
  return { right: total("right"), wrong: total("wrong"), missing: total("missing") };
}

function print(title: string, rows: [string, Counts][]): void {
  const percent = (part: number, all: number) => (all === 0 ? "–" : `${((part / all) * 100).toFixed(0)} %`);
  const cells = [...rows, ["all", sum(rows.map(([, counts]) => counts))] as const].map(([name, counts]) => {
    const { right, wrong, missing } = counts;
    return [name, right, wrong, missing, percent(right, right + wrong), percent(right, right + missing)].map(
      String,
    );
  });
  console.log(`\n${title}\n${asText([["", "right", "wrong", "missing", "precision", "recall"], ...cells])}`);
}

function shuffled(papers: TestPaper[], random: () => number): TestPaper[] {
  return papers
    .map((paper) => ({ paper, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ paper }) => paper);
}
