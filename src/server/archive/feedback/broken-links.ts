import { createHmac } from "node:crypto";
import { DomainError } from "../../../shared/errors.ts";
import { idPattern } from "../../../shared/schemas/text.ts";
import type { Actor } from "../../../shared/policy.ts";
import { type Client, type LimitsService, type MailService, networkOf } from "../../platform/index.ts";
import type { ResourcesRepo } from "../items/resources.repo.ts";
import type { Also, BrokenLinksRepo } from "./broken-links.repo.ts";

/** So many people who say that a link leads nowhere put its item before the admins. */
export const ENOUGH_REPORTERS = 3;

export interface BrokenLinksDependencies {
  brokenLinksRepo: BrokenLinksRepo;
  resourcesRepo: Pick<ResourcesRepo, "find">;
  limits: Pick<LimitsService, "take">;
  mail: MailService;
  /** Keys the hashes that stand in the table, so that it is no log of who was here. */
  secret: string;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** @returns how links that lead nowhere come before the admins, for the services */
export function createBrokenLinks(dependencies: BrokenLinksDependencies) {
  const { brokenLinksRepo, resourcesRepo, limits, mail, secret, clock } = dependencies;

  /** The reporter: a person, or a visitor's network, because a visitor may give their program any name. */
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
     * Notes that a link leads nowhere, once for each person and for each network of visitors. `ENOUGH_REPORTERS` of
     * them put the item among the reports, and its contributor is told by mail, if their address is verified.
     * @throws DomainError not_found, for an item without link or not public too; too_many_requests
     */
    async reportBrokenLink(
      actor: Actor,
      kindName: string,
      id: string,
      client: Client,
    ): Promise<"noted" | "again" | "queued"> {
      const row = idPattern.test(id) ? await resourcesRepo.find(id, undefined, kindName) : undefined;
      if (!row?.link) throw new DomainError("not_found");
      await limits.take("report", { client, ...(actor ? { account: actor.email } : {}) });
      const report = { itemId: id, reporter: reporterOf(actor, id, client), now: clock() };
      const outcome = await brokenLinksRepo.report(report, ENOUGH_REPORTERS, notifyContributor);
      if (!outcome) throw new DomainError("not_found");
      return outcome;
    },

    /** Puts an item before the admins at once, by the word of the check of links, and tells its contributor. */
    async queueBrokenLink(id: string): Promise<void> {
      await brokenLinksRepo.queue(id, clock(), notifyContributor);
    },
  };
}

export type BrokenLinks = ReturnType<typeof createBrokenLinks>;
