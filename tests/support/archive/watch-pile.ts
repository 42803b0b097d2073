import type { Page } from "playwright-core";

/** The moves and questions that were recorded while papers arrived. */
export interface Watched {
  /** The sum of all shifts of the pile's page that no click or key caused. */
  shift: number;
  /** The elements that moved, with how far. */
  moved: string[];
  /** The texts of the progress, each once. */
  progress: string[];
  /** The questions with their proposed answers, each once. */
  questions: string[];
}

/** Watches a page from its next load on. @returns what it showed until now */
export async function watchPile(page: Page): Promise<() => Promise<Watched>> {
  await page.addInitScript(() => {
    const seen: Watched = { shift: 0, moved: [], progress: [], questions: [] };
    Object.assign(window, { seen });
    // The page before goes in the frame in which the pile comes.
    let shownAt = Infinity;
    const nameOf = (node: Node | null) => (node instanceof Element ? node.className || node.localName : "");
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput || entry.startTime < shownAt) continue;
        seen.shift += entry.value;
        for (const { node, previousRect, currentRect } of entry.sources)
          seen.moved.push(
            `${nameOf(node)} ${entry.value.toFixed(4)}: ${box(previousRect)} to ${box(currentRect)}`,
          );
      }
    }).observe({ type: "layout-shift", buffered: true });
    const box = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(" ");
    const note = (list: string[], text: string | undefined) => {
      if (text && text !== list.at(-1)) list.push(text);
    };
    new MutationObserver(() => {
      if (shownAt === Infinity && document.querySelector("main.pile"))
        requestAnimationFrame(() =>
          requestAnimationFrame(() => (shownAt = Math.min(shownAt, performance.now()))),
        );
      note(seen.progress, document.querySelector<HTMLElement>(".pile-bar strong")?.innerText);
      const answer = document.querySelector<HTMLInputElement>("#pile-answer");
      note(seen.questions, answer ? `${answer.form?.innerText} ${answer.value}` : undefined);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { seen: Watched }).seen);
}

/** The API of layout shifts, which TypeScript doesn't know. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}
