import { kinds } from "../../shared/kinds/index.ts";
import type { User } from "../../shared/people/policy.ts";
import type { Page } from "./page.ts";

/** The addresses of the admin area. */
export const ADMIN_AREA = "/admin-dashboard";

/** The pages of the admin area that moderators may use, too: their patterns after `ADMIN_AREA`. */
const MODERATORS = new Set([
  "",
  "/welcome",
  "/manage-questions",
  "/edit/:id",
  "/compare/:id",
  "/change/:id",
  "/delete-requests",
  "/not-checked",
  "/insight",
  "/courses",
  ...kinds.map(({ pages }) => `/${pages.admin}`),
]);

/** Whether moderators may use a page of the admin area. */
export const isModerators = (pattern: string): boolean =>
  MODERATORS.has(pattern.slice(ADMIN_AREA.length).replace(/\/$/, ""));

/** Whether the reader may open this page of the admin area. */
export const mayOpen = ({ pattern, actor, policy }: Pick<Page, "pattern" | "actor" | "policy">): boolean =>
  isModerators(pattern) ? policy.enterAdmin(actor) : policy.administer(actor);

export type MenuCounts = Awaited<ReturnType<typeof menuCounts>>;

/** The numbers in the menu of the admin area, and whether it is a moderator's menu. */
export async function menuCounts({ services, actor, policy }: Page & { actor: User }) {
  const [awaiting, unchecked] = await Promise.all([
    services.overview.awaiting(actor),
    services.trust.countUnchecked(actor),
  ]);
  return { awaiting, unchecked, isModerator: !policy.administer(actor) };
}
