import { authorize } from "../../../shared/authorize.ts";
import type { ItemEntry } from "../../../shared/audit.ts";
import type { Actor } from "../../../shared/policy.ts";
import type { AuditTable } from "../db/schema/schema.ts";
import type { AuditRepo } from "./audit.repo.ts";

/** Entries on a page of the trail. */
const PAGE_SIZE = 50;

export interface AuditEntry extends Pick<
  AuditTable,
  "id" | "at" | "actorEmail" | "targetId" | "targetEmail" | "action"
> {
  /** The act, if it was on an item. */
  item: ItemEntry | undefined;
}

export interface AuditPage {
  entries: AuditEntry[];
  /** Of all pages together. */
  count: number;
  size: number;
}

function presentEntry(row: AuditTable): AuditEntry {
  const { id, at, actorEmail, targetId, targetEmail, action } = row;
  const { kind, title, status, reason } = JSON.parse(row.details) as Partial<ItemEntry>;
  const item = kind === undefined || title === undefined ? undefined : { kind, title, status, reason };
  return { id, at, actorEmail, targetId, targetEmail, action, item };
}

/** The acts on people and items, with their actors. The changes themselves write them, in their transactions. */
export function createAuditService({ auditRepo }: { auditRepo: AuditRepo }) {
  return {
    /**
     * Newest first.
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
