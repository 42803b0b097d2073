import { createHmac } from "node:crypto";
import { DomainError } from "../../../shared/problems/errors.ts";
import { idPattern } from "../../../shared/schemas/text.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import { type Client, type LimitsService, type MailService, networkOf } from "../../platform/index.ts";
import type { ResourcesRepo } from "../items/resources.repo.ts";
import type { Also, BrokenLinksRepo } from "./broken-links.repo.ts";

/** The number of people who must report a broken link before admins see the item. */
export const ENOUGH_REPORTERS = 3;

export interface BrokenLinksDependencies {
  brokenLinksRepo: BrokenLinksRepo;
  resourcesRepo: Pick<ResourcesRepo, "find">;
  limits: Pick<LimitsService, "take">;
  mail: MailService;
  /**
   * The key of the stored hashes. Without this key, nobody can find out from the table who reported a link.
   */
  secret: string;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

export function createBrokenLinks(dependencies: BrokenLinksDependencies) {
  const { brokenLinksRepo, resourcesRepo, limits, mail, secret, clock } = dependencies;

  /**
   * The reporter: an account, or a visitor's network. The user agent is ignored, because a visitor can send
   * any value.
   */
  function reporterOf(actor: Actor, itemId: string, client: Client): string {
    const who = actor ? `person\0${actor.id}` : `network\0${networkOf(client.address)}`;
    return createHmac("sha256", secret).update(`brokenLink\0${itemId}\0${who}`).digest("base64url");
  }

  const notifyContributor: Also = async ({ item, email }, within) => {
    if (email === undefined) return;
    const params = { id: item.id, title: item.title };
    await mail.send([{ to: email, template: "brokenLink", params }], within);
  };

  return {
    /**
     * Stores a reader's report that the item's link is broken, once for each account or visitor's network.
     * After `ENOUGH_REPORTERS` reports, admins see the item, and its contributor gets a mail if their email
     * is verified.
     * @throws DomainError not_found, also for an item without a link or an item that is not public;
     * too_many_requests
     */
    async reportBrokenLink(
      actor: Actor,
      kindName: string,
      id: string,
      client: Client,
    ): Promise<"noted" | "again" | "queued"> {
      const row = idPattern.test(id) ? await resourcesRepo.find(id, undefined, kindName) : undefined;
      if (!row?.link) throw new DomainError("not_found");
      await limits.take("report", { client, account: actor?.email });
      const report = { itemId: id, reporter: reporterOf(actor, id, client), now: clock() };
      const outcome = await brokenLinksRepo.report(report, ENOUGH_REPORTERS, notifyContributor);
      if (!outcome) throw new DomainError("not_found");
      return outcome;
    },

    /** Reports an item to the admins at once, after a failed link check, and mails its contributor. */
    async queueBrokenLink(id: string): Promise<void> {
      await brokenLinksRepo.queue(id, clock(), notifyContributor);
    },
  };
}

export type BrokenLinks = ReturnType<typeof createBrokenLinks>;
