import { z } from "zod";
import { deskConfidences, detailStates } from "../shared/desk.ts";
import { cuttingAddress } from "../shared/files.ts";
import { itemTitle } from "../shared/item-title.ts";
import type { Actor } from "../shared/policy.ts";
import { similarReasons } from "../shared/similar.ts";
import { statuses } from "../shared/status.ts";
import type { DeskDecision, DeskItem, DeskPage, DeskRow, Holder } from "../server/moderating/index.ts";
import { presentFacts, type ResourceRow } from "../server/library/index.ts";

const count = z.number().int();
const timeSchema = z.iso.datetime();
const time = (ms: number) => new Date(ms).toISOString();

export const holderSchema = z.strictObject({ name: z.string(), isYou: z.boolean(), until: timeSchema });

const rowSchema = z.strictObject({
  id: z.string(),
  /** The place of the row in the queue, for after. */
  cursor: z.string(),
  kind: z.string(),
  title: z.string(),
  version: count,
  /** The id of the change, if the row is a change of an approved item. */
  change: z.string().optional(),
  contributor: z.strictObject({ id: z.string().nullable(), name: z.string(), isFirst: z.boolean() }),
  /** Papers that were sent together have the same pile. */
  pile: z.string().optional(),
  since: timeSchema,
  doubts: z.strictObject({ missing: z.array(z.string()), check: z.array(z.string()) }),
  confidence: z.enum(deskConfidences),
  isReading: z.boolean(),
  duplicates: count,
  /** Whether a moderator contributed the item, so that another person decides. */
  isOwn: z.boolean(),
  holder: holderSchema.optional(),
});

export const queueSchema = z.strictObject({
  rows: z.array(rowSchema),
  /** The number of rows that match the filter. */
  matching: count,
  /** The numbers of rows without the filter. */
  counts: z.strictObject({
    total: count,
    changes: count,
    kinds: z.record(z.string(), count),
    confidence: z.strictObject({ sure: count, likely: count, guess: count, none: count }),
    duplicates: count,
    first: count,
  }),
  /** The value of after for the next page. */
  next: z.string().optional(),
});

export const nextSchema = z.strictObject({ row: rowSchema.nullable() });

const fieldsSchema = z.record(z.string(), z.string());

export const deskItemSchema = z.strictObject({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  status: z.enum(statuses),
  version: count,
  fields: fieldsSchema,
  isWaiting: z.boolean(),
  /** Whether a moderator contributed the item, so that another person decides. */
  isOwn: z.boolean(),
  change: z.strictObject({ id: z.string(), fields: fieldsSchema, createdAt: timeSchema }).optional(),
  details: z.array(
    z.strictObject({
      name: z.string(),
      value: z.string().optional(),
      isRequired: z.boolean(),
      state: z.enum(detailStates),
      /** The value that the server read from the file. */
      read: z
        .strictObject({
          value: z.string(),
          confidence: z.enum(["sure", "likely", "guess"]),
          /** The line that it was read from. */
          snippet: z.string().optional(),
          /** The page with this line, from 1. */
          page: count.optional(),
          /** The number of the line in the text of the page, from 1. */
          line: count.optional(),
          /** The address of a picture of this line. */
          picture: z.string().optional(),
        })
        .optional(),
    }),
  ),
  isReading: z.boolean(),
  similar: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.string(),
      title: z.string(),
      status: z.enum(statuses),
      reasons: z.array(z.enum(similarReasons)),
    }),
  ),
  holder: holderSchema.optional(),
  /** The last decision about the item. */
  decided: z
    .strictObject({ by: z.string(), action: z.string(), at: timeSchema, decision: z.string() })
    .optional(),
});

export const previewSchema = z.strictObject({
  matching: count.meta({ description: "How many rows match the filter. A decision takes the first 1,000" }),
  until: count.meta({
    description:
      "The time of the preview, in epoch milliseconds. Send it with the decision, which then leaves out newer rows",
  }),
  total: count,
  change: count,
  held: count,
  missing: count,
  unfit: count,
  changed: count,
  own: count.meta({ description: "The moderator contributed these, so another person decides" }),
  outside: count,
});

export const decisionSchema = z.strictObject({
  id: z.string(),
  action: z.enum(["approve", "return", "duplicate", "set"]),
  isBulk: z.boolean(),
  title: z.string().optional(),
  state: z.enum(["running", "done", "undoing", "undone"]),
  reason: z.string().optional(),
  total: count,
  counts: z.record(z.string(), count),
  skipped: z.array(
    z.strictObject({ id: z.string(), title: z.string(), state: z.string(), holder: z.string().optional() }),
  ),
  at: timeSchema,
  undoUntil: timeSchema,
});

export const presentHolder = ({ name, isYou, until }: Holder) => ({ name, isYou, until: time(until) });

export const presentRow = ({ item: _item, holder, since, ...row }: DeskRow) => ({
  ...row,
  since: time(since),
  holder: holder && presentHolder(holder),
});

export const presentQueue = ({ rows, ...page }: DeskPage) => ({ ...page, rows: rows.map(presentRow) });

export function presentDeskItem(actor: Actor, origin: string, opened: DeskItem) {
  const { item, change, holder, decided, similar, details, isWaiting, isOwn, isReading } = opened;
  const fieldsOf = (row: ResourceRow) => presentFacts(row, { actor, origin, emails: "forOwners" }).fields;
  const named = (row: ResourceRow) => ({
    id: row.id,
    kind: row.kind,
    title: itemTitle({ kind: row.kind, fields: fieldsOf(row) }),
    status: row.status,
  });
  return {
    ...named(item),
    version: item.version,
    fields: fieldsOf(item),
    isWaiting,
    isOwn,
    change: change && { id: change.id, fields: fieldsOf(change.changed), createdAt: time(change.createdAt) },
    details: details.map(({ read, ...detail }) => ({
      ...detail,
      read: read && {
        value: read.value,
        confidence: read.confidence,
        snippet: read.snippet,
        page: read.place?.page,
        line: read.place?.line,
        picture: read.place && item.fileKey ? origin + cuttingAddress(item.fileKey, read.place) : undefined,
      },
    })),
    isReading,
    similar: similar.map(({ row, reasons }) => ({ ...named(row), reasons })),
    holder: holder && presentHolder(holder),
    decided: decided && {
      by: decided.by,
      action: decided.action,
      at: time(decided.at),
      decision: decided.id,
    },
  };
}

export const presentDecision = ({ at, undoUntil, ...decision }: DeskDecision) => ({
  ...decision,
  at: time(at),
  undoUntil: time(undoUntil),
});
