import type { Locator, Page } from "playwright-core";

export type CountedPerson = ReturnType<typeof countedPerson>;

/** The clicks and keys in the dialog of the system: select all files, open. */
const SYSTEM_DIALOG = 2;

/** A person at a page whose clicks, taps and keys are counted. @param isTouch whether the person taps */
export function countedPerson(page: Page, isTouch = false) {
  let clicks = 0;
  let keys = 0;
  // With a listener, the browser reports dialogs from the start, not only after the act that opens one.
  page.on("filechooser", () => {});
  return {
    page,
    counts: () => ({ clicks, keys, all: clicks + keys }),

    async click(target: Locator): Promise<void> {
      clicks += 1;
      if (isTouch) await target.tap();
      else await target.click();
    },

    async press(key: string): Promise<void> {
      // Each key of a chord is one.
      keys += key.split("+").length;
      await page.keyboard.press(key);
    },

    async type(text: string): Promise<void> {
      keys += text.length;
      await page.keyboard.type(text);
    },

    /** Chooses files in the dialog that this act opens. */
    async choose(open: () => Promise<void>, paths: string[]): Promise<void> {
      const [chooser] = await Promise.all([page.waitForEvent("filechooser"), open()]);
      clicks += SYSTEM_DIALOG;
      await chooser.setFiles(paths);
    },

    /** Chooses an option of a select: opening it and choosing are two clicks. */
    async select(target: Locator, label: string): Promise<void> {
      clicks += 2;
      await target.selectOption({ label });
    },
  };
}
