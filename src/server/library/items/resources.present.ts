import { canonicalLink, downloadUrl, previewUrl } from "../../../shared/files/drive-link.ts";
import { fileName, type NamedItem } from "../../../shared/items/file-name.ts";
import { fileAddress, linkName, SMALL_COVER } from "../../../shared/files/files.ts";
import { formerMember } from "../../../shared/people/former-member.ts";
import { type Kind, kindNamed } from "../../../shared/kinds/index.ts";
import { messagesIn, siteLocale } from "../../../shared/messages/index.ts";
import { maskEmail } from "../../../shared/text/mask-email.ts";
import { type Actor, policy } from "../../../shared/people/policy.ts";
import type { Status } from "../../../shared/items/status.ts";
import { itemFields } from "./resource-row.ts";
import type { ResourceRow } from "./resources.repo.ts";

/** The public form of an item. It has exactly these properties, even if the row has more columns. */
export interface ItemFacts {
  _id: string;
  kind: string;
  /**
   * The kind's fields, named as in the specification. Numbers are text. Required fields are always present.
   */
  fields: Record<string, string>;
  userName: string;
  email: string;
  status: Status;
  /** Why the item was Cancelled, if there is a reason. Only its contributor and its moderators see this. */
  reason?: string | undefined;
  /** Whether the item was removed from the archive. Only its contributor and admins see this. */
  isRemoved: boolean;
  /** Increases with each change of the item. A decision on the item names the version that the admin saw. */
  version: number;
  /** The time of the contribution, as ISO 8601 in UTC. */
  createdAt: string;
  answerCount: number;
}

/** An item with the additional data for pages. */
export interface Item extends ItemFacts {
  /** The average rating in steps of 0.5, such as "4.5". Absent if nobody has rated the item. */
  rating?: { average: string; count: number } | undefined;
  /** The uploaded file, if the item has one. */
  file?: ItemFile | undefined;
  /** The image, if the archive stores it. */
  image?: ItemImage | undefined;
  previewUrl?: string | undefined;
  downloadUrl?: string | undefined;
  /** The link, if the archive also has a copy of its file. */
  sourceUrl?: string | undefined;
  parentId?: string | undefined;
  /** Whether a change to the item waits for an admin. Only its contributor and admins see this. */
  hasChange?: boolean | undefined;
  /** Whether this reader may fix the returned item and send it again. */
  mayBeSentAgain?: true | undefined;
  /** The name of the person whose better copy replaced the contributor's file. */
  betterCopyBy?: string | undefined;
  /** The id of the item of which this one is a better copy. Only its contributor and its moderators see this. */
  betterCopyOf?: string | undefined;
  /** The id of the item that shows this one's file now. Only its contributor and its moderators see this. */
  movedTo?: string | undefined;
  /** Whether another person decides on this item, because this reader contributed it and moderates its area. */
  isForOthers?: true | undefined;
}

/** Data about a file that a page shows before the file loads. */
export interface ItemFile {
  /** The base address of the page images: `{pages}/1` is the first page. */
  pages: string;
  type: string;
  /** The size of the file, in bytes. */
  size: number;
  pageCount: number;
}

/** The size of an image. A page reserves the space, so the layout doesn't shift when the image loads. */
export interface ItemImage {
  /** The address of the version that is `SMALL_COVER` px wide. */
  small: string;
  /** The width of the full image in px. Absent for old images, whose size is not stored. */
  width?: number | undefined;
  height?: number | undefined;
}

export interface PresentOptions {
  actor: Actor;
  /** The prefix of addresses of our own files: "" for pages, the site's origin for the API. */
  origin: string;
  /**
   * Pages of some kinds show whole email addresses to logged-in readers; the API shows them only to owners
   * and admins.
   */
  emails: "forReaders" | "forOwners";
}

/** Builds the public form of an item for this reader. */
export function presentFacts(row: ResourceRow, { actor, origin, emails }: PresentOptions): ItemFacts {
  const kind = kindNamed(row.kind);
  const isFormer = row.uploaderEmail === formerMember.email;
  const onCard = emails === "forReaders" && kind.showsEmail === true && actor !== undefined;
  const isOwn = policy.moderate(actor, row) || policy.seeOwn(actor, row);
  const shown = onCard || policy.seeEmail(actor, row);
  return {
    _id: row.id,
    kind: kind.name,
    fields: presentFields(kind, row, origin),
    userName: isFormer ? messagesIn(siteLocale).formerMember : row.uploaderName,
    email: isFormer ? "" : shown ? row.uploaderEmail : maskEmail(row.uploaderEmail),
    status: row.status,
    reason: isOwn ? (row.reason ?? undefined) : undefined,
    isRemoved: isOwn && row.removedFrom !== null,
    version: row.version,
    createdAt: new Date(row.createdAt).toISOString(),
    answerCount: row.answerCount,
  };
}

/** Builds the public form of an item with the additional data for pages. */
export function presentItem(row: ResourceRow, options: PresentOptions): Item {
  const kind = kindNamed(row.kind);
  const { origin, actor } = options;
  const isOwn = policy.moderate(actor, row) || policy.seeOwn(actor, row);
  return {
    ...presentFacts(row, options),
    rating: row.ratingCount > 0 ? ratingOf(row) : undefined,
    file: fileOf(kind, row, origin),
    image: imageOf(kind, row, origin),
    ...addressesOf(kind, row, origin),
    parentId: row.parentId ?? undefined,
    betterCopyBy: row.betterCopyName ?? undefined,
    betterCopyOf: (isOwn && row.betterCopyOf) || undefined,
    movedTo: (isOwn && row.movedTo) || undefined,
    mayBeSentAgain: policy.sendAgain(actor, row) || undefined,
    isForOthers: (policy.moderate(actor, row) && !policy.decide(actor, row)) || undefined,
    hasChange: (isOwn && row.hasChange === 1) || undefined,
  };
}

/** The addresses of an item's file. The copy of a Drive file opens even if the link is dead. */
function addressesOf(kind: Kind, row: ResourceRow, origin: string) {
  const file = fileDownload(kind, row, origin);
  if (!row.link) return { downloadUrl: file };
  if (file) return { downloadUrl: file, sourceUrl: canonicalLink(row.link) };
  return { previewUrl: previewUrl(row.link), downloadUrl: downloadUrl(row.link) };
}

/** The average rating, rounded to half a star. */
function ratingOf({ ratingHalves, ratingCount }: ResourceRow) {
  return { average: String(Math.round(ratingHalves / ratingCount) / 2), count: ratingCount };
}

function fileOf(kind: Kind, row: ResourceRow, origin: string): ItemFile | undefined {
  if (linkName(kind) === undefined || !row.fileKey || !row.fileType) return undefined;
  return {
    pages: `${fileAddress(origin, row.fileKey)}/pages`,
    type: row.fileType,
    size: row.fileSize ?? 0,
    pageCount: row.filePages ?? 1,
  };
}

function imageOf(kind: Kind, row: ResourceRow, origin: string): ItemImage | undefined {
  const isImage = Object.values(kind.fields).some(({ type }) => type === "image");
  if (!isImage || !row.fileKey) return undefined;
  const small = `${fileAddress(origin, row.fileKey)}/pages/1?width=${SMALL_COVER}`;
  return { small, width: row.fileWidth ?? undefined, height: row.fileHeight ?? undefined };
}

/** The columns that the address of an item's file needs. */
type DownloadRow = NamedItem & Pick<ResourceRow, "fileKey" | "fileType">;

/**
 * The download address of an item's file. Its last part becomes a descriptive file name.
 * @returns undefined if the item has no file
 */
export function fileDownload(kind: Kind, row: DownloadRow, origin: string): string | undefined {
  if (linkName(kind) === undefined || !row.fileKey || !row.fileType) return undefined;
  const name = fileName(row, row.fileType);
  return `${fileAddress(origin, row.fileKey)}/${encodeURIComponent(name)}`;
}

function presentFields(kind: Kind, row: ResourceRow, origin: string): Record<string, string> {
  const fields = itemFields(kind, row);
  const link = linkName(kind);
  // For an uploaded file, `driveLink` is our own absolute download address. A link stays, even with a copy.
  const address = row.link ? canonicalLink(row.link) : fileDownload(kind, row, origin);
  if (link !== undefined && address !== undefined) fields[link] = address;
  for (const [name, field] of Object.entries(kind.fields)) {
    if (field.type === "image" && row.fileKey) fields[name] = fileAddress(origin, row.fileKey);
    // An old item, or an item whose file is missing, may have no value for a field that is now required.
    if (field.required || field.isAlwaysGiven) fields[name] ??= "";
    for (const alias of field.aliases ?? []) if (fields[name] !== undefined) fields[alias] = fields[name];
  }
  return kind.parent ? { ...fields, ...parentFacts(kind, row) } : fields;
}

/**
 * The fields that an answer takes from its question (spec §3). A join reads these fields, so they are never
 * stale.
 */
function parentFacts(kind: Kind, row: ResourceRow): Record<string, string> {
  return {
    [kind.parent?.idField ?? "parentId"]: row.parentId ?? "",
    subject: row.parentSubject ?? "",
    department: row.parentDepartment ?? "",
    code: row.parentCode ?? "",
    year: row.parentYear === null ? "" : String(row.parentYear),
  };
}
