import { basename } from "node:path";
import { expect, test } from "vitest";
import { enPileScreen } from "../../src/shared/messages/en-pile-screen.ts";
import { choose, pileSite, READ, rowsOf, WIDE } from "../support/archive/pile-screens.ts";
import { pageFaults } from "../support/web/browser.ts";

const { paths, open } = pileSite();
const words = enPileScreen.unfinished;

test("a reload during uploads asks first, and the page then names the unfinished files until they are chosen again or forgotten", async () => {
  const { page, close } = await open(WIDE);
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.type());
    void dialog.accept();
  });
  const chosen = paths.slice(0, 6);
  // No byte arrives. Four uploads begin, and two files wait for their turn.
  const isHeld = Promise.withResolvers<void>();
  let parts = 0;
  await page.route("**/uploads/*", (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    parts += 1;
    if (parts === 4) isHeld.resolve();
    return undefined;
  });
  await choose(page, chosen);
  await isHeld.promise;
  // A browser asks only a person who has used the page.
  await page.getByRole("heading", { level: 1 }).click();
  await page.reload();
  expect(dialogs).toEqual(["beforeunload"]);
  const notice = page.getByRole("region", { name: words.label });
  await notice.getByText(words.title(6)).waitFor();
  for (const path of chosen) expect(await notice.innerText()).toContain(basename(path));
  expect(await pageFaults(page)).toEqual([]);

  await page.unrouteAll();
  await page.setInputFiles(".pile-files input", chosen.slice(0, 2));
  await notice.getByText(words.title(4)).waitFor();
  await expect.poll(async () => (await rowsOf(page)).length, READ).toBe(2);
  await page.reload();
  await notice.getByText(words.title(4)).waitFor();
  await notice.getByRole("button", { name: words.forget }).click();
  await notice.waitFor({ state: "detached" });
  const unfinished = async () => {
    const answer = await page.request.get(`${page.url()}/rows`);
    return ((await answer.json()) as { unfinished: object[] }).unfinished;
  };
  await expect.poll(unfinished).toEqual([]);
  await page.reload();
  await expect.poll(async () => (await rowsOf(page)).length).toBe(2);
  expect(await notice.count()).toBe(0);
  expect(dialogs).toHaveLength(1);
  await close();
});
