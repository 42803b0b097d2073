import { authorize } from "../../../shared/authorize.ts";
import type { ItemEntry } from "../../../shared/audit.ts";
import type { Actor } from "../../../shared/policy.ts";
import type { AuditTable } from "../db/schema/schema.ts";
import type { AuditRepo } from "./audit.repo.ts";

const PAGE_SIZE = 50;

export interface AuditEntry extends Pick<
  AuditTable,
  "id" | "at" | "actorEmail" | "targetId" | "targetEmail" | "action"
> {
  /** The data of the entry, if the action was on an item. */
  item: ItemEntry | undefined;
}

export interface AuditPage {
  entries: AuditEntry[];
  /** The number of entries on all pages. */
  count: number;
  size: number;
}

function presentEntry(row: AuditTable): AuditEntry {
  const { id, at, actorEmail, targetId, targetEmail, action } = row;
  const { kind, title, status, reason } = JSON.parse(row.details) as Partial<ItemEntry>;
  const item = kind === undefined || title === undefined ? undefined : { kind, title, status, reason };
  return { id, at, actorEmail, targetId, targetEmail, action, item };
}

/**
 * The audit trail: actions on people and items, with their actors. Each action adds its entry in the action's
 * transaction.
 */
export function createAuditService({ auditRepo }: { auditRepo: AuditRepo }) {
  return {
    /**
     * A page of the trail, newest entry first.
     * @param page zero-based
     * @throws DomainError sign_in_required, forbidden
     */
    async list(actor: Actor, page = 0): Promise<AuditPage> {
      const by = authorize(actor, "readAudit");
      const [rows, count] = await Promise.all([auditRepo.list(by, page, PAGE_SIZE), auditRepo.count()]);
      return { entries: rows.map(presentEntry), count, size: PAGE_SIZE };
    },
  };
}
