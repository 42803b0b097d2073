import { authorize } from "../../../shared/people/authorize.ts";
import {
  type AreaEntry,
  type ItemEntry,
  type NameEntry,
  nameActions,
} from "../../../shared/moderating/audit.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import type { AuditTable } from "../db/schema/schema.ts";
import type { AuditRepo } from "./audit.repo.ts";

const PAGE_SIZE = 50;

export interface AuditEntry extends Pick<
  AuditTable,
  "id" | "at" | "actorEmail" | "targetId" | "targetEmail" | "action"
> {
  /** The data of the entry, if the action was on an item. */
  item: ItemEntry | undefined;
  /** The names, if the action was on a short name of a course or on a university. */
  names: NameEntry | undefined;
  /** What a person moderates, if the action made them a moderator; without areas, everything. */
  areas: AreaEntry[] | undefined;
}

export interface AuditPage {
  entries: AuditEntry[];
  /** The number of entries on all pages. */
  count: number;
  size: number;
}

function presentEntry(row: AuditTable): AuditEntry {
  const { id, at, actorEmail, targetId, targetEmail, action } = row;
  const details = JSON.parse(row.details) as Partial<ItemEntry & NameDetails & { areas: AreaEntry[] }>;
  const { kind, title, status, reason, decision, setting, own } = details;
  const names = nameActions.includes(action) ? namesOf(details) : undefined;
  const item =
    kind === undefined || title === undefined
      ? undefined
      : { kind, title, status, reason, decision, setting, own };
  return { id, at, actorEmail, targetId, targetEmail, action, item, names, areas: details.areas };
}

/** The details of entries about short names, universities, departments and courses. */
interface NameDetails {
  alias: string;
  phrase: string;
  name: string;
  /** The name of a university before it was changed. */
  before: string;
  into: string;
  university: string;
}

function namesOf({
  alias,
  phrase,
  name,
  before,
  into,
  university,
}: Partial<NameDetails>): NameEntry | undefined {
  if (alias !== undefined) return { name: alias, into: phrase };
  if (name === undefined) return undefined;
  if (before !== undefined && before !== name) return { name: before, into: name };
  return { name, into, ...(university !== undefined && { university }) };
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
