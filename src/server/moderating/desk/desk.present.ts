import { z } from "zod";
import { deskConfidences, detailStates } from "../../../shared/moderating/desk.ts";
import { cuttingAddress } from "../../../shared/files/files.ts";
import { titleWithCourse } from "../../../shared/items/item-title.ts";
import { messagesIn, siteLocale } from "../../../shared/messages/index.ts";
import { type Actor, policy } from "../../../shared/people/policy.ts";
import { similarReasons } from "../../../shared/items/similar.ts";
import { statuses } from "../../../shared/items/status.ts";
import { presentItem, type ResourceRow, type SimilarRow, type WaitingChange } from "../../library/index.ts";
import type { FoundClaim } from "./desk-claims.repo.ts";
import type { DecidedBy, ReturnedBy } from "./desk-decisions.repo.ts";
import type { DeskDetail } from "./desk-types.ts";

const count = z.number().int();
const timeSchema = z.iso.datetime();

/** A person who looks at an item. The claim ends then if it isn't renewed. */
export const holderSchema = z.strictObject({ name: z.string(), isYou: z.boolean(), until: timeSchema });
export type Holder = z.infer<typeof holderSchema>;

/** The properties of an item for pages (`Item`), with its id and title as the calls of the desk name them. */
const itemShape = {
  id: z.string(),
  _id: z.string(),
  kind: z.string(),
  /** With the course code and the year. */
  title: z.string(),
  fields: z.record(z.string(), z.string()),
  userName: z.string(),
  email: z.string(),
  status: z.enum(statuses),
  reason: z.string().optional(),
  isRemoved: z.boolean(),
  version: count,
  createdAt: timeSchema,
  answerCount: count,
  rating: z.strictObject({ average: z.string(), count }).optional(),
  file: z.strictObject({ pages: z.string(), type: z.string(), size: count, pageCount: count }).optional(),
  image: z.strictObject({ small: z.string(), width: count.optional(), height: count.optional() }).optional(),
  previewUrl: z.string().optional(),
  downloadUrl: z.string().optional(),
  sourceUrl: z.string().optional(),
  parentId: z.string().optional(),
  hasChange: z.boolean().optional(),
  betterCopyBy: z.string().optional(),
  betterCopyOf: z.string().optional(),
  movedTo: z.string().optional(),
  mayBeSentAgain: z.literal(true).optional(),
  isForOthers: z.literal(true).optional(),
};

/** One row of the queue: a Pending item, or a change of an Approved item. */
const rowSchema = z.strictObject({
  ...itemShape,
  /** The place of the row in the queue, for after. */
  cursor: z.string(),
  /** The id of the change, if the row is a change of an approved item. */
  change: z.string().optional(),
  /** `isFirst`: the person has no approved item yet. Without an account, the id is null. */
  contributor: z.strictObject({ id: z.string().nullable(), name: z.string(), isFirst: z.boolean() }),
  /** Papers that were sent together have the same pile. */
  pile: z.string().optional(),
  /** The time of the contribution or of the change. */
  since: timeSchema,
  /**
   * The names of fields: those without a value, those for which the file says something else, and those that the file doesn't
   * say.
   */
  doubts: z.strictObject({
    missing: z.array(z.string()),
    check: z.array(z.string()),
    unread: z.array(z.string()),
  }),
  confidence: z.enum(deskConfidences),
  /** Whether the server still reads the file, so that doubts may vanish. */
  isReading: z.boolean(),
  /** The number of possible duplicates that the reader can see. */
  duplicates: count,
  /** Whether a moderator contributed the item, so that another person decides. */
  isOwn: z.boolean(),
  holder: holderSchema.optional(),
});
export type DeskRow = z.infer<typeof rowSchema>;

/** Without changes, except in `total`, `changes` and `kinds`. */
const countsSchema = z.strictObject({
  total: count,
  changes: count,
  kinds: z.record(z.string(), count),
  confidence: z.strictObject({ sure: count, likely: count, guess: count, none: count }),
  duplicates: count,
  first: count,
});
export type DeskCounts = z.infer<typeof countsSchema>;

export const queueSchema = z.strictObject({
  rows: z.array(rowSchema),
  /** The number of rows that match the filter. */
  matching: count,
  /** The numbers of rows without the filter. */
  counts: countsSchema,
  /** The value of after for the next page. */
  next: z.string().optional(),
});
export type DeskPage = z.infer<typeof queueSchema>;

export const nextSchema = z.strictObject({ row: rowSchema.nullable() });

/** An item that is open at the desk. */
export const deskItemSchema = z.strictObject({
  ...itemShape,
  /** The key of the file, or of the changed file, in addresses. */
  fileKey: z.string().optional(),
  /** Whether the item or its change still waits for a decision. */
  isWaiting: z.boolean(),
  /** Whether a moderator contributed the item, so that another person decides. */
  isOwn: z.boolean(),
  /** The item with its change. The id and the time are those of the change. */
  change: z
    .strictObject({
      ...itemShape,
      /** Whether the item has changed since. */
      isStale: z.boolean(),
    })
    .optional(),
  /** The fields without links and images: first those that need judgement, then the others in the order of the form. */
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
          /** The line on the page: left, top, width and height, as parts of the page. */
          box: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
        })
        .optional(),
    }),
  ),
  isReading: z.boolean(),
  similar: z.array(z.strictObject({ ...itemShape, reasons: z.array(z.enum(similarReasons)) })),
  holder: holderSchema.optional(),
  /** The last decision about the item. */
  decided: z
    .strictObject({ by: z.string(), action: z.string(), at: timeSchema, decision: z.string() })
    .optional(),
  /** Only of a waiting item: who returned it last, and why. */
  returned: z.strictObject({ by: z.string(), reason: z.string() }).optional(),
});
export type DeskItem = z.infer<typeof deskItemSchema>;

const time = (ms: number) => new Date(ms).toISOString();

/** The reader, and the origin of addresses of our files: "" for pages. */
export interface Reader {
  actor: Actor;
  origin: string;
}

export function presentDeskRow(row: ResourceRow, { actor, origin }: Reader) {
  const item = presentItem(row, { actor, origin, emails: "forOwners" });
  return { ...item, id: item._id, title: titleWithCourse(item, siteLocale) };
}

export const presentHolder = ({ userId, name, until }: FoundClaim, actor: Actor): Holder => {
  return { name, isYou: userId === actor?.id, until: time(until) };
};

export interface OpenedItem {
  item: ResourceRow;
  change: WaitingChange | undefined;
  details: DeskDetail[];
  isReading: boolean;
  similar: SimilarRow[];
  claim: FoundClaim | undefined;
  decided: DecidedBy | undefined;
  returned: ReturnedBy | undefined;
}

export function presentDeskItem(opened: OpenedItem, reader: Reader): DeskItem {
  const { item, change, details, isReading, similar, claim, decided, returned } = opened;
  const { fileKey } = change?.changed ?? item;
  return {
    ...presentDeskRow(item, reader),
    fileKey: fileKey ?? undefined,
    isWaiting: item.status === "Pending" || change !== undefined,
    isOwn: !policy.decide(reader.actor, item),
    change: change && {
      ...presentDeskRow(change.changed, reader),
      id: change.id,
      createdAt: time(change.createdAt),
      isStale: change.baseVersion !== item.version,
    },
    details: details.map(({ read, ...detail }) => ({
      ...detail,
      read: read && {
        value: read.value,
        confidence: read.confidence,
        snippet: read.snippet,
        page: read.place?.page,
        line: read.place?.line,
        picture:
          read.place && fileKey !== null ? reader.origin + cuttingAddress(fileKey, read.place) : undefined,
        box: read.place?.box,
      },
    })),
    isReading,
    similar: similar.map(({ row, reasons }) => ({ ...presentDeskRow(row, reader), reasons })),
    holder: claim && presentHolder(claim, reader.actor),
    decided: decided && {
      by: decided.by || messagesIn(siteLocale).formerMember,
      action: decided.action,
      at: time(decided.at),
      decision: decided.id,
    },
    returned: returned && { ...returned, by: returned.by || messagesIn(siteLocale).formerMember },
  };
}
