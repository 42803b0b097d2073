import { isOfExams } from "../../shared/items/item-title.ts";
import type { User } from "../../shared/people/policy.ts";
import type { Page } from "./page.ts";

/** A person's newest approved contribution of which they have an unread notice. */
export interface PublicItem {
  /** The unread notices of approved contributions, the newest first. */
  ids: string[];
  kind: string;
  title: string;
  path: string;
  /** How many people follow the course of a paper; 0 for other items. */
  followers: number;
  /** Whether there are more followers than `followers`. */
  isMore: boolean;
}

/** Returns the newest approval that the person has not seen yet; undefined without one. */
export async function newlyPublic(page: Page & { actor: User }): Promise<PublicItem | undefined> {
  const { services, actor } = page;
  const approved = await services.notices.unreadApprovals(actor);
  const [newest] = approved;
  if (!newest) return undefined;
  const { kind, title, path } = newest;
  const ids = approved.map(({ id }) => id);
  return { ids, kind, title, path, ...(await followersOf(newest, page)) };
}

async function followersOf(
  { kind, itemId }: { kind: string; itemId: string },
  { services, actor, asDomainError }: Page,
): Promise<Pick<PublicItem, "followers" | "isMore">> {
  const none = { followers: 0, isMore: false };
  if (!isOfExams(kind)) return none;
  try {
    const { university, code } = await services.resources.get(actor, kind, itemId);
    if (!code) return none;
    const course = await services.wanted.course(actor, { university: university ?? "", code });
    const { followers, isMore, isMine } = await services.follows.state(actor, course);
    return { followers: isMore ? followers : followers - Number(isMine), isMore };
  } catch (error) {
    // The paper or its course may be gone.
    if (!asDomainError(error)) throw error;
    return none;
  }
}
