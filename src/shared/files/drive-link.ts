import { type HostProblem, hostProblem } from "./public-host.ts";

const DRIVE_HOSTS = new Set(["drive.google.com", "docs.google.com", "drive.usercontent.google.com"]);
/**
 * A Drive address without a scheme, as copied from a phone's address bar, or with `http:`, as in old
 * messages.
 */
const MENDED = /^(?:(?:http:)?\/\/)?((?:drive|docs|drive\.usercontent)\.google\.com(?:[/?#].*)?)$/i;
const ID = /^[A-Za-z0-9_-]{25,44}$/;
/** The id of a whole drive: a shared drive, or a person's "My Drive". */
const DRIVE_ROOT = /^0A[A-Za-z0-9_-]{17}$/;
const isFolderId = (id: string): boolean => ID.test(id) || DRIVE_ROOT.test(id);
const RESOURCE_KEY = /^[A-Za-z0-9_-]{1,64}$/;
/** The start of the path for a person with several accounts, or with an account of an organisation. */
const ACCOUNT = /^\/(?:a\/[^/]+\/)?(?:u\/\d+\/)?/;
const PATH_ID = /^\/(file|document|presentation|spreadsheets|drawings)\/(?:u\/\d+\/)?d\/([^/]+)/;
/** Old addresses have the path after `#`, and can name the parents before the folder. */
const FOLDER_PATH = /^\/(?:drive\/)?(?:u\/\d+\/)?(?:mobile\/)?#?folders\/(.+)$/;
const FILE_QUERIES = new Set(["/open", "/uc", "/thumbnail", "/download"]);
const FOLDER_QUERIES = new Set(["/folderview", "/embeddedfolderview"]);
/** A document that is published to the web has its own address, without a file id. */
const PUBLISHED = /^\/(?:document|presentation|spreadsheets)\/d\/e\/[\w-]+\/(?:pub|pubhtml|embed)$/;
/** Parameters that newsletters and social networks add to track readers. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid|mc_[ce]id)$/;

export interface DriveFile {
  /** `file` is an uploaded file, and `folder` is a folder. The other types are Google's own documents. */
  type: "file" | "folder" | "document" | "presentation" | "spreadsheets" | "drawings";
  id: string;
  resourceKey: string | undefined;
}

export type Link = { href: string; drive: DriveFile | undefined };
export type LinkProblem =
  | "notAUrl"
  | "notHttps"
  | "hasCredentials"
  | "hasPort"
  | "driveWithoutFile"
  | HostProblem;

/**
 * Reads a contributor's link. It finds the file id in all forms of Drive links; in the specification's
 * canonical link (`https://drive.google.com/file/d/ID/view`, spec §3) the id is `link.slice(32, 65)`. A Drive
 * link without a scheme, or with `http:`, gets `https:`. Other https links with public host names stay
 * unchanged. This function also reads stored links, so add new rules for input to `pastedLink` or to
 * `checkLink` in schemas/item.ts. Edits and imports check stored links there again, so keep an unchanged link valid.
 * @returns the link, or the problem with it
 */
export function parseLink(text: string): Link | LinkProblem {
  const trimmed = text.trim();
  const drive = MENDED.exec(trimmed)?.[1];
  const url = parseUrl(drive === undefined ? trimmed : `https://${drive}`);
  if (typeof url === "string") return url;
  if (url.port) return "hasPort";
  const problem = hostProblem(url.hostname);
  if (problem) return problem;
  if (!DRIVE_HOSTS.has(url.hostname) || PUBLISHED.test(url.pathname))
    return { href: url.href, drive: undefined };
  const file = driveFile(url);
  return file ? { href: url.href, drive: file } : "driveWithoutFile";
}

/**
 * Parses an https address, and refuses text that the URL parser would silently correct. The parser removes
 * line breaks, tabs and invisible letters in host names, and accepts `https:host` and backslashes.
 */
function parseUrl(text: string): URL | LinkProblem {
  const url = /[\s\\]|\p{Cc}/u.test(text) ? null : URL.parse(text);
  if (!url) return "notAUrl";
  if (url.protocol !== "https:") return "notHttps";
  const authority = /^https:\/\/([^/?#]+)/i.exec(text)?.[1];
  if (authority === undefined || /\p{Cf}/u.test(authority)) return "notAUrl";
  return authority.includes("@") ? "hasCredentials" : url;
}

function driveFile(url: URL): DriveFile | undefined {
  const path = url.pathname.replace(ACCOUNT, "/");
  const [, type = "file", id] = PATH_ID.exec(path) ?? [];
  const folders = FOLDER_PATH.exec(url.hash.startsWith("#folders/") ? path + url.hash : path)?.[1]?.split(
    "/",
  );
  const asked = url.searchParams.get("id") ?? undefined;
  const key = url.searchParams.get("resourcekey") ?? "";
  const resourceKey = RESOURCE_KEY.test(key) ? key : undefined;
  const of = (found: DriveFile["type"], candidate: string | undefined) =>
    candidate !== undefined && (found === "folder" ? isFolderId(candidate) : ID.test(candidate))
      ? { type: found, id: candidate, resourceKey }
      : undefined;
  if (id !== undefined) return of(type as DriveFile["type"], id);
  if (folders) return of("folder", folders.findLast(isFolderId));
  if (path === "/open" && DRIVE_ROOT.test(asked ?? "")) return of("folder", asked);
  if (FILE_QUERIES.has(path)) return of("file", asked);
  return FOLDER_QUERIES.has(path) ? of("folder", asked) : undefined;
}

/**
 * The key that is the same for two links to the same thing: the Drive id, or the address without fragment and
 * tracking parameters.
 */
export function linkKey(href: string): string {
  const link = parseLink(href);
  if (typeof link === "string") return href;
  if (link.drive) return `drive:${link.drive.id}`;
  const url = new URL(link.href);
  url.hash = "";
  const tracking = [...url.searchParams.keys()].filter((name) => TRACKING.test(name));
  for (const name of tracking) url.searchParams.delete(name);
  return url.href;
}

/**
 * The link as the API returns it. A Drive file's link becomes canonical (spec §3), so that clients can cut
 * out the id; other links stay unchanged.
 */
export function canonicalLink(href: string): string {
  const drive = driveOf(href);
  return drive?.type === "file" ? withKey(`https://drive.google.com/file/d/${drive.id}/view`, drive) : href;
}

/** @returns the address of the embeddable viewer; undefined if there is none */
export function previewUrl(href: string): string | undefined {
  const drive = driveOf(href);
  if (!drive || drive.type === "folder") return undefined;
  const host = drive.type === "file" ? "drive.google.com" : "docs.google.com";
  return withKey(`https://${host}/${drive.type}/d/${drive.id}/preview`, drive);
}

/** @returns the address that downloads the file; the link itself if it is a folder or not on Drive */
export function downloadUrl(href: string): string {
  const drive = driveOf(href);
  if (!drive || drive.type === "folder") return href;
  if (drive.type === "file")
    return withKey(`https://drive.google.com/uc?export=download&id=${drive.id}`, drive);
  if (drive.type === "presentation")
    return withKey(`https://docs.google.com/presentation/d/${drive.id}/export/pdf`, drive);
  return withKey(`https://docs.google.com/${drive.type}/d/${drive.id}/export?format=pdf`, drive);
}

function driveOf(href: string): DriveFile | undefined {
  const link = parseLink(href);
  return typeof link === "string" ? undefined : link.drive;
}

function withKey(address: string, { resourceKey }: DriveFile): string {
  if (!resourceKey) return address;
  const url = new URL(address);
  url.searchParams.set("resourcekey", resourceKey);
  return url.href;
}
