import type { Page } from "playwright-core";
import { type Shifts, watchShifts } from "../web/watch-shifts.ts";

/** The questions and the progress that were recorded while papers arrived. */
interface Seen {
  /** The texts of the progress, each once. */
  progress: string[];
  /** The questions with their proposed answers, each once. */
  questions: string[];
}

/** Watches a page from its next load on. @returns what it showed until now */
export async function watchPile(page: Page): Promise<() => Promise<Seen & Shifts>> {
  const shifts = await watchShifts(page, "main.pile");
  await page.addInitScript(() => {
    const seen: Seen = { progress: [], questions: [] };
    Object.assign(window, { seen });
    const note = (list: string[], text: string | undefined) => {
      if (text && text !== list.at(-1)) list.push(text);
    };
    new MutationObserver(() => {
      note(seen.progress, document.querySelector<HTMLElement>(".pile-bar strong")?.innerText);
      const answer = document.querySelector<HTMLInputElement>("#pile-answer");
      note(seen.questions, answer ? `${answer.form?.innerText} ${answer.value}` : undefined);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return async () => ({
    ...(await page.evaluate(() => (window as unknown as { seen: Seen }).seen)),
    ...(await shifts()),
  });
}
