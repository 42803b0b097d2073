import type { Page } from "./page.ts";

/** The key of a page's draft: of this person, of this form, and of the item that it is about. */
export function draftKeyOf({ actor, pattern, params }: Pick<Page, "actor" | "pattern" | "params">): string {
  return `${allDraftsOf(actor)}${pattern}:${params["id"] ?? ""}:`;
}

/** The beginning of the keys of all drafts of a person. */
export const allDraftsOf = (actor: Page["actor"]): string => `${actor?.id}:`;
