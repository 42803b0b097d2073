import { canonicalLink, downloadUrl, previewUrl } from "../../../shared/drive-link.ts";
import { fileAddress, fileName, linkName, type NamedItem, SMALL_COVER } from "../../../shared/files.ts";
import { formerMember } from "../../../shared/former-member.ts";
import { type Kind, kindNamed } from "../../../shared/kinds/index.ts";
import { messagesIn } from "../../../shared/messages/index.ts";
import { maskEmail } from "../../../shared/mask-email.ts";
import { type Actor, policy } from "../../../shared/policy.ts";
import type { Status } from "../../../shared/status.ts";
import { itemFields } from "./resource-row.ts";
import type { ResourceRow } from "./resources.repo.ts";

/** The public form of an item: these names and no others, for any content of the row. */
export interface ItemFacts {
  _id: string;
  kind: string;
  /** The kind's own fields under the specification's names; numbers as text. Required fields are always present. */
  fields: Record<string, string>;
  userName: string;
  email: string;
  status: Status;
  /** Why it is Cancelled, where a reason was given; for its contributor and admins. */
  reason?: string | undefined;
  /** Taken out of the archive; for its contributor and admins. */
  isRemoved: boolean;
  /** One more with each change: what a decision on the item refers to. */
  version: number;
  /** ISO 8601, UTC. */
  createdAt: string;
  answerCount: number;
}

/** An item as pages show it. */
export interface Item extends ItemFacts {
  /** Readers' average in half steps, such as "4.5"; absent where nobody rated it. */
  rating?: { average: string; count: number } | undefined;
  /** The uploaded file, if there is one. */
  file?: ItemFile | undefined;
  /** The image, if the archive keeps it. */
  image?: ItemImage | undefined;
  previewUrl?: string | undefined;
  downloadUrl?: string | undefined;
  parentId?: string | undefined;
  /** Whether a change to it waits for an admin; only its contributor and admins see this. */
  hasChange?: boolean | undefined;
}

/** The data of a file that a page shows before it loads. */
export interface ItemFile {
  /** The address of its pages: `{pages}/1`. */
  pages: string;
  type: string;
  /** In bytes. */
  size: number;
  pageCount: number;
}

/** The size of an image, so that nothing jumps when it loads. */
export interface ItemImage {
  /** Its address as `SMALL_COVER` px wide. */
  small: string;
  /** Of the whole, in px; absent of images from before they were known. */
  width?: number | undefined;
  height?: number | undefined;
}

export interface PresentOptions {
  actor: Actor;
  /** Put before addresses of our own files: "" for pages, the site's origin for the API. */
  origin: string;
  /** Pages of some kinds show logged-in readers the whole address; the API shows it to owners and admins only. */
  emails: "forReaders" | "forOwners";
}

/** @returns the item as this reader may see it */
export function presentFacts(row: ResourceRow, { actor, origin, emails }: PresentOptions): ItemFacts {
  const kind = kindNamed(row.kind);
  const isFormer = row.uploaderEmail === formerMember.email;
  const onCard = emails === "forReaders" && kind.showsEmail === true && actor !== undefined;
  const isOwn = policy.seeUnapproved(actor) || policy.seeOwn(actor, row);
  const shown = onCard || policy.seeEmail(actor, row);
  return {
    _id: row.id,
    kind: kind.name,
    fields: presentFields(kind, row, origin),
    userName: isFormer ? messagesIn("en").formerMember : row.uploaderName,
    email: isFormer ? "" : shown ? row.uploaderEmail : maskEmail(row.uploaderEmail),
    status: row.status,
    reason: isOwn ? (row.reason ?? undefined) : undefined,
    isRemoved: isOwn && row.removedFrom !== null,
    version: row.version,
    createdAt: new Date(row.createdAt).toISOString(),
    answerCount: row.answerCount,
  };
}

/** @returns the same with what pages show beside it */
export function presentItem(row: ResourceRow, options: PresentOptions): Item {
  const kind = kindNamed(row.kind);
  const { origin, actor } = options;
  const isOwn = policy.seeUnapproved(actor) || policy.seeOwn(actor, row);
  return {
    ...presentFacts(row, options),
    rating: row.ratingCount > 0 ? ratingOf(row) : undefined,
    file: fileOf(kind, row, origin),
    image: imageOf(kind, row, origin),
    previewUrl: row.link ? previewUrl(row.link) : undefined,
    downloadUrl: row.link ? downloadUrl(row.link) : fileDownload(kind, row, origin),
    parentId: row.parentId ?? undefined,
    hasChange: (isOwn && row.hasChange === 1) || undefined,
  };
}

/** The average, rounded to half a star. */
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

/** The parts of the address of an item's file. */
type DownloadRow = NamedItem & Pick<ResourceRow, "fileKey" | "fileType">;

/**
 * The address of an item's file, under a name that makes sense in a folder of downloads.
 * @returns undefined where the item has none
 */
export function fileDownload(kind: Kind, row: DownloadRow, origin: string): string | undefined {
  if (linkName(kind) === undefined || !row.fileKey || !row.fileType) return undefined;
  const name = fileName(row, row.fileType);
  return `${fileAddress(origin, row.fileKey)}/${encodeURIComponent(name)}`;
}

function presentFields(kind: Kind, row: ResourceRow, origin: string): Record<string, string> {
  const fields = itemFields(kind, row);
  const link = linkName(kind);
  // For a file `driveLink` is our absolute download address.
  const file = fileDownload(kind, row, origin);
  if (link !== undefined && file !== undefined) fields[link] = file;
  else if (link !== undefined && row.link) fields[link] = canonicalLink(row.link);
  for (const [name, field] of Object.entries(kind.fields)) {
    if (field.type === "image" && row.fileKey) fields[name] = fileAddress(origin, row.fileKey);
    // An old item, or an item without its file, may lack a field that new items must have.
    if (field.required || field.isAlwaysGiven) fields[name] ??= "";
    for (const alias of field.aliases ?? []) if (fields[name] !== undefined) fields[alias] = fields[name];
  }
  return kind.parent ? { ...fields, ...parentFacts(kind, row) } : fields;
}

/** An answer carries its question's facts (spec §3), by join, so that they are never stale. */
function parentFacts(kind: Kind, row: ResourceRow): Record<string, string> {
  return {
    [kind.parent?.idField ?? "parentId"]: row.parentId ?? "",
    subject: row.parentSubject ?? "",
    department: row.parentDepartment ?? "",
    code: row.parentCode ?? "",
    year: row.parentYear === null ? "" : String(row.parentYear),
  };
}
