import type { Page } from "playwright-core";

export interface Shifts {
  /** The sum of all shifts that no click or key caused. */
  shift: number;
  /** The elements that moved, with how far. */
  moved: string[];
}

/**
 * Records the shifts of a page from its next load on.
 * @param shown the selector of an element; the shifts count from two frames after it came, because the page before goes in the
 * frame in which it comes
 * @returns what moved until now
 */
export async function watchShifts(page: Page, shown: string): Promise<() => Promise<Shifts>> {
  await page.addInitScript((selector) => {
    const shifts: Shifts = { shift: 0, moved: [] };
    Object.assign(window, { shifts });
    let shownAt = Infinity;
    const nameOf = (node: Node | null) => (node instanceof Element ? node.className || node.localName : "");
    const box = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(" ");
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput || entry.startTime < shownAt) continue;
        shifts.shift += entry.value;
        for (const { node, previousRect, currentRect } of entry.sources)
          shifts.moved.push(
            `${nameOf(node)} ${entry.value.toFixed(4)}: ${box(previousRect)} to ${box(currentRect)}`,
          );
      }
    }).observe({ type: "layout-shift", buffered: true });
    new MutationObserver(() => {
      if (shownAt === Infinity && document.querySelector(selector))
        requestAnimationFrame(() =>
          requestAnimationFrame(() => (shownAt = Math.min(shownAt, performance.now()))),
        );
    }).observe(document, { childList: true, subtree: true });
  }, shown);
  return () => page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts);
}

/** The API of layout shifts, which TypeScript doesn't know. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}
