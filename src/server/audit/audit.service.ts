import { DomainError } from "../../shared/errors.ts";
import { type Actor, policy } from "../../shared/policy.ts";
import type { AuditTable } from "../db/schema.ts";
import type { AuditRepo } from "./audit.repo.ts";

/** Entries on a page of the trail. */
const PAGE_SIZE = 50;

export interface AuditPage {
  entries: AuditTable[];
  /** Of all pages together. */
  count: number;
  size: number;
}

/** What was done to people, by whom. Written by the changes themselves, in their transactions. */
export function createAuditService({ audit }: { audit: AuditRepo }) {
  return {
    /**
     * Newest first.
     * @param page zero-based
     * @throws DomainError forbidden
     */
    async list(actor: Actor, page = 0): Promise<AuditPage> {
      if (!policy.readAudit(actor)) throw new DomainError("forbidden");
      const [entries, count] = await Promise.all([audit.list(page, PAGE_SIZE), audit.count()]);
      return { entries, count, size: PAGE_SIZE };
    },
  };
}
