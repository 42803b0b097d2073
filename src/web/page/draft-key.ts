import type { Page } from "./page.ts";

/** The key of a page's draft. It names the person, the form and the item. */
export function draftKeyOf({ actor, pattern, params }: Pick<Page, "actor" | "pattern" | "params">): string {
  return `${allDraftsOf(actor)}${pattern}:${params["id"] ?? ""}:`;
}

/** The common beginning of the keys of all drafts of a person. */
export const allDraftsOf = (actor: Page["actor"]): string => `${actor?.id}:`;
