import { overBudget } from "../../tests/support/web/budgets.ts";
import { measureBytes, type Measured } from "../../tests/support/web/route-bytes.ts";
import type { Visit } from "../../tests/support/web/visited-routes.ts";
import { type Condition, CONDITIONS, median, openLighthouse, type Scores } from "./lighthouse-runs.ts";
import type { MeasuredSite } from "../lib/measured-site.ts";
import type { ShowSteps } from "../lib/progress.ts";

/** The measurements of one page. */
export interface PageFigures extends Visit, Measured {
  /** Lighthouse's scores by the name of the condition; empty if Lighthouse did not visit the page. */
  lighthouse: Record<string, Scores>;
  /** The figures above a budget or below a goal, one line each. */
  broken: string[];
}

export interface BudgetOptions {
  /** How often Lighthouse visits a page under each condition; 0 skips Lighthouse. */
  runs: number;
  showSteps: ShowSteps;
}

/**
 * Measures each page of a site: the bytes of all pages, and with Lighthouse the pages that a visitor can
 * open.
 */
export async function measurePages(site: MeasuredSite, options: BudgetOptions): Promise<PageFigures[]> {
  const pages = await bytesOf(site, options);
  if (options.runs > 0) await scoresOf(site, pages.filter(isForLighthouse), options);
  return pages;
}

async function bytesOf(
  { origin, browser, visits, sessions }: MeasuredSite,
  { showSteps }: BudgetOptions,
): Promise<PageFigures[]> {
  const progress = showSteps(visits.length);
  const pages: PageFigures[] = [];
  for (const visit of visits) {
    const storageState = sessions[visit.area];
    const measured = await measureBytes(browser, origin + visit.path, storageState ? { storageState } : {});
    const failed = measured.status >= 500 ? [`${visit.pattern}: status ${measured.status}`] : [];
    const broken = [...failed, ...overBudget(visit, measured.bytes)];
    pages.push({ ...visit, ...measured, lighthouse: {}, broken });
    progress.step(visit.path);
  }
  progress.stop();
  return pages;
}

/** Lighthouse refuses pages with an error status. A page that redirects is measured at its target. */
function isForLighthouse({ area, status, path, arrived }: PageFigures): boolean {
  return area === "public" && status < 400 && path === arrived;
}

async function scoresOf(
  { origin }: MeasuredSite,
  pages: PageFigures[],
  { runs, showSteps }: BudgetOptions,
): Promise<void> {
  const progress = showSteps(pages.length * CONDITIONS.length * runs);
  const lighthouse = await openLighthouse();
  try {
    for (const page of pages) {
      for (const condition of CONDITIONS) {
        const all: Scores[] = [];
        while (all.length < runs) {
          all.push(await lighthouse.run(origin + page.path, condition));
          progress.step(`${page.path} ${condition.name}`);
        }
        const figures = median(all);
        page.lighthouse[condition.name] = figures;
        page.broken.push(...belowGoal(page, condition, figures));
      }
    }
  } finally {
    lighthouse.close();
    progress.stop();
  }
}

/** The goal of the scores is 100; on a slow phone only the times count. */
function belowGoal({ pattern }: Visit, { name, limits, settings }: Condition, figures: Scores): string[] {
  const stock = Object.keys(settings).length === 0;
  const low = Object.entries(stock ? figures.scores : {}).filter(
    ([id, score]) => score < 100 && !(id === "seo" && figures.hidden),
  );
  const late = Object.entries(limits).filter(([metric, limit]) => {
    const value = figures.metrics[metric as keyof typeof limits];
    return !(value <= limit);
  });
  return [
    ...low.map(([category, score]) => `${pattern}: ${category} ${score} of 100, ${name}`),
    ...late.map(([metric, limit]) => {
      const value = figures.metrics[metric as keyof typeof limits];
      return `${pattern}: ${metric} ${value} of ${limit}, ${name}`;
    }),
  ];
}
