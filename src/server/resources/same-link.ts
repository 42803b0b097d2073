import { linkKey, parseLink } from "../../shared/drive-link.ts";
import { DomainError } from "../../shared/errors.ts";
import type { Actor } from "../../shared/policy.ts";
import type { ResourceRow, ResourcesRepo } from "./resources.repo.ts";

/** Where a link stands in the archive already, as far as the one who asks may know. */
export interface SameLink {
  /** An item with this link that they may open: an Approved one, or else their own. */
  row: ResourceRow | undefined;
  /** Whether an item of somebody else with this link awaits a moderator; nothing else of it is told. */
  awaits: boolean;
}

/** @returns how a link that is in the archive already is found, for the service */
export function createSameLink({ resources }: { resources: Pick<ResourcesRepo, "sameLink"> }) {
  /**
   * Looks for a link of any shape among the items of every kind.
   * @param link as typed; what is none is nowhere
   * @returns undefined where nothing has this link, or nothing that the one who asks may know of
   * @throws DomainError sign_in_required
   */
  return async function sameLink(actor: Actor, link: string): Promise<SameLink | undefined> {
    if (!actor) throw new DomainError("sign_in_required");
    const parsed = parseLink(link);
    if (typeof parsed === "string") return undefined;
    const found = await resources.sameLink(linkKey(parsed.href), actor);
    return found.row || found.awaits ? found : undefined;
  };
}
