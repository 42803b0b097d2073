import { DomainError, isDomainError, type Problems } from "../../../shared/problems/errors.ts";
import type { Placed } from "../../../shared/moderating/areas.ts";
import { type Kind, kindNamed } from "../../../shared/kinds/index.ts";
import { type Actor, policy } from "../../../shared/people/policy.ts";
import { itemSchema } from "../../../shared/schemas/item.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import type { ChangeTable, DeskAction, DeskItemState, ResourceTable } from "../../platform/index.ts";
import {
  changedColumns,
  withOptionalFile,
  editedColumns,
  itemFields,
  resourceRow,
} from "../../library/index.ts";
import { deskFields, missingRequired } from "./desk-details.ts";

export type DeskValues = Record<string, string | number | null>;

/** The parts of a decision besides its action. */
export interface DeskPayload {
  reason?: string | undefined;
  values?: DeskValues | undefined;
  /** The item that a duplicate is the same as, or whose file is replaced. */
  of?: string | undefined;
}

export interface DeskCommand extends DeskPayload {
  action: DeskAction;
}

/** The item of a decision as it is now. */
export interface DecidedItem {
  item: (ResourceTable & Placed) | undefined;
  /** The open change of the item. */
  change: ChangeTable | undefined;
}

/** The item as the moderator saw it. */
export interface SeenItem {
  version: number;
  changeId: string | null;
}

/** An item that a moderator chose. Without a version, the decision is valid for the version at its start. */
export interface ChosenItem {
  id: string;
  version?: number | undefined;
  /** The id of the change that the moderator saw. Without it, the decision is valid for the change at its start. */
  change?: string | undefined;
}

/**
 * The item as the moderator saw it.
 * @param until the time of the preview, or of the decision, in epoch milliseconds. Without a version or a change of the
 * moderator, an item or a change that is newer counts as not seen
 */
export function seenOf({ version, change: seen }: ChosenItem, found: DecidedFacts, until: number): SeenItem {
  const { item, change } = found;
  const known = item && item.updatedAt <= until ? item.version : UNSEEN;
  const open = item?.status === "Approved" && change && change.createdAt <= until ? change.id : null;
  return { version: version ?? known, changeId: seen ?? open };
}

/** No item has this version. */
const UNSEEN = 0;

/** The parts of an item that `seenOf` needs. */
interface DecidedFacts {
  item: Pick<ResourceTable, "status" | "version" | "updatedAt"> | undefined;
  change: Pick<ChangeTable, "id" | "createdAt"> | undefined;
}

/** The columns that a decision writes, or the reason that it is not carried out. */
export type Plan =
  | { columns: Partial<ResourceTable> }
  | {
      skip: Extract<DeskItemState, "missing" | "unfit" | "changed" | "own" | "outside">;
      problems?: Problems;
    };

/**
 * Plans a decision about one item.
 * @param by the person who decides, with their areas now
 * @returns the new columns of the item's fields; a changed status is not among them
 */
export function planDecision(
  by: Actor,
  command: DeskCommand,
  { item, change }: DecidedItem,
  seen: SeenItem,
): Plan {
  if (!item || !policy.moderate(by, item)) return { skip: "outside" };
  if (!policy.decide(by, item)) return { skip: "own" };
  if (item.version !== seen.version) return { skip: "changed" };
  const isOpen =
    seen.changeId === null
      ? item.status === "Pending"
      : item.status === "Approved" && change?.id === seen.changeId;
  if (!isOpen) return { skip: "changed" };
  const waiting = seen.changeId === null ? undefined : change;
  const { action, values } = command;
  if (action === "return") return { columns: {} };
  if (waiting && action !== "approve")
    return { skip: "unfit", problems: { action: { code: "wholeChange" } } };
  if (action === "duplicate" || action === "replace") return { columns: {} };
  const changed = waiting ? changedColumns(item, waiting) : {};
  const edited = withValues({ ...item, ...changed }, values);
  if ("skip" in edited) return edited;
  const columns = { ...changed, ...edited.columns };
  if (action === "set") return { columns };
  const missing = missingRequired({ ...item, ...columns });
  if (missing.length === 0) return { columns };
  return {
    skip: "missing",
    problems: Object.fromEntries(missing.map((name) => [name, { code: "required" }])),
  };
}

/** The columns of an item with new values of some fields. */
function withValues(item: ResourceTable, values: DeskValues = {}): Plan {
  if (Object.keys(values).length === 0) return { columns: {} };
  const kind = kindNamed(item.kind);
  const known = new Set(deskFields(kind).map(([name]) => name));
  const unknown = Object.keys(values).filter((name) => !known.has(name));
  if (unknown.length > 0)
    return {
      skip: "unfit",
      problems: Object.fromEntries(unknown.map((name) => [name, { code: "unknownField" }])),
    };
  const fields: Record<string, string | number | null> = { ...itemFields(kind, item), ...values };
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== "");
  const parent = kind.parent ? { [kind.parent.idField]: item.parentId } : {};
  try {
    const hasFile = item.fileKey !== null && item.link === null;
    const checked = validate(schemaOf(kind, hasFile), { ...Object.fromEntries(given), ...parent }) as Record<
      string,
      string
    >;
    const {
      link: _link,
      linkKey: _linkKey,
      fileKey: _fileKey,
      ...columns
    } = editedColumns(resourceRow(kind, checked, item));
    return { columns };
  } catch (error) {
    if (!isDomainError(error) || error.code !== "invalid_input") throw error;
    const problems = error.fields ?? {};
    const isMissing = Object.values(problems).every(({ code }) => code === "required");
    return { skip: isMissing ? "missing" : "unfit", problems };
  }
}

const schemas = new Map<string, ReturnType<typeof itemSchema>>();

/** The schema of an item's form. Building it takes longer than checking an item, so each is built once. */
export function schemaOf(kind: Kind, hasFile: boolean): ReturnType<typeof itemSchema> {
  const name = `${kind.name} ${hasFile}`;
  const schema = schemas.get(name) ?? itemSchema(withOptionalFile(kind, hasFile));
  schemas.set(name, schema);
  return schema;
}

/**
 * The error for a single decision that is not carried out.
 * @param item as it is now
 */
export function refusalOf(
  plan: Extract<Plan, { skip: string }>,
  item: Pick<ResourceTable, "status" | "version"> | undefined,
): DomainError {
  if (plan.skip === "outside")
    return new DomainError(item?.status === "Approved" ? "forbidden" : "not_found");
  if (plan.skip === "own") return new DomainError("own_item");
  if (plan.skip === "changed") return new DomainError("changed_since", { version: item?.version ?? 0 });
  return new DomainError("invalid_input", { fields: plan.problems ?? { action: { code: "invalid" } } });
}
