import type { PageContext } from "./context.ts";

/** The reader's part of the header. `reader` is undefined for a visitor. */
export async function readerOf(page: Pick<PageContext, "services" | "actor" | "policy" | "asDomainError">) {
  const { actor, policy } = page;
  const reader = actor && {
    displayName: actor.displayName,
    email: actor.email,
    photoURL: actor.photoURL,
    unread: await unreadNotices(page),
  };
  return { reader, isAdmin: policy.enterAdmin(actor) || actor?.mustEnrol === true };
}

/** The number of unread notices. If the database fails, the page can still show an error. */
async function unreadNotices({
  services,
  actor,
  asDomainError,
}: Pick<PageContext, "services" | "actor" | "asDomainError">): Promise<number> {
  try {
    return await services.notices.countUnread(actor);
  } catch (error) {
    if (!asDomainError(error)) throw error;
    return 0;
  }
}
