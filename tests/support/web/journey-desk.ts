import type { Page } from "playwright-core";
import { en } from "../../../src/shared/messages/en.ts";
import { enDesk } from "../../../src/shared/messages/en-desk.ts";
import { enNotices } from "../../../src/shared/messages/en-notices.ts";
import { about, type Persona } from "./journey-world.ts";

/** Opens an item at the desk. */
async function openRow(page: Page, title: string): Promise<void> {
  await page.locator(".desk-open", { hasText: title }).click();
  await page.locator(".desk-details h2", { hasText: title }).waitFor();
}

/** Approves one item and refuses another one. With JavaScript, the page is the desk; otherwise it is a table. */
export async function approveAndRefuse(persona: Persona, js: boolean, good: string, bad: string) {
  const { page, press, waitForToast } = persona;
  if (js) {
    await openRow(page, good);
    await page.getByRole("button", { name: enDesk.decide.approve, exact: true }).click();
    await page.locator(".desk-last button").waitFor();
    await openRow(page, bad);
    await page.getByLabel(enDesk.decide.own).check();
    await page.getByLabel(enDesk.decide.reasonText).fill("Not a note");
    await page.getByRole("button", { name: enDesk.decide.return, exact: true }).click();
    await page.locator(".desk-last button").waitFor();
    return;
  }
  // A paper's whole name also has its course code and exam.
  await press(about("Approve", `.*${good}.*`));
  await page.locator(".toast", { hasText: new RegExp(`${good}.*” is now Approved`) }).waitFor();
  const row = page.locator("tbody tr", { hasText: bad });
  await row.locator("summary", { hasText: "Delete" }).click();
  await row.locator(`input[name=reason]`).fill("Not a note");
  await row.getByRole("button", { name: "Delete" }).click();
  await waitForToast(`“${bad}” is no longer in the archive.`);
}

/** Goes from the pending items to the comparison of an item with its possible duplicate. */
export async function openComparison({ page }: Persona, js: boolean, title: string): Promise<void> {
  if (!js) return page.getByRole("link", { name: about(en.similar.count(1), title) }).click();
  await openRow(page, title);
  await page.getByRole("button", { name: enDesk.similar.open, exact: true }).click();
  return page.getByRole("link", { name: enDesk.similar.compare }).click();
}

/** Goes from the pending items to the page about the change of an item. */
export async function openChange(
  { page, goto }: Persona,
  js: boolean,
  { id, title, changed }: { id: string; title: string; changed: string },
): Promise<void> {
  if (js) {
    await page.locator(".desk-open", { hasText: title }).click();
    await page.locator(".desk-change", { hasText: changed }).waitFor();
    await goto(`/admin-dashboard/change/${id}`);
    return;
  }
  const row = page.locator("tbody tr", { hasText: title });
  await row.getByText(en.changes.title).waitFor();
  await row.getByRole("link", { name: about("Compare", title) }).click();
}

/** Adds, changes, moves and removes a reason for returning items. */
export async function editReasons(
  { page, goto, heading, press, waitForToast }: Persona,
  js: boolean,
): Promise<number> {
  const words = enNotices.reasons;
  const [text, changed] = [`The page is upside down ${js}.`, `Please turn the page ${js}.`];
  await goto("/admin-dashboard/reasons");
  await heading(words.title);
  await press(words.add);
  await page.waitForSelector("#text-problem");
  await page.fill("#text", text);
  await press(words.add);
  await waitForToast(words.doneDetail.add);
  await page.locator(`input[value="${text}"]`).fill(changed);
  await press(words.saveOf(text));
  await waitForToast(words.doneDetail.change);
  await press(words.upOf(changed));
  await waitForToast(words.doneDetail.up);
  await press(words.removeOf(changed));
  await waitForToast(words.doneDetail.remove);
  const restore = page.getByRole("button", { name: words.restoreOf(changed) });
  await restore.waitFor();
  return restore.count();
}
