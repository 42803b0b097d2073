const DRIVE_HOSTS = new Set(["drive.google.com", "docs.google.com"]);
const ID = /^[A-Za-z0-9_-]{25,44}$/;
const PATH_ID =
  /^(?:\/a\/[^/]+)?\/(file|document|presentation|spreadsheets|drawings)\/(?:u\/\d+\/)?d\/([^/]+)/;
const OPEN_PATHS = new Set(["/open", "/uc", "/thumbnail"]);

export interface DriveFile {
  /** `file` is an uploaded file; the others are Google's own documents. */
  type: "file" | "document" | "presentation" | "spreadsheets" | "drawings";
  id: string;
  resourceKey: string | undefined;
}

export type Link = { href: string; drive: DriveFile | undefined };
export type LinkProblem = "notAUrl" | "notHttps" | "hasCredentials" | "privateHost" | "driveWithoutFile";

/**
 * Reads a contributor's link. Drive links of every shape give their file id; on the specification's canonical
 * link (`https://drive.google.com/file/d/ID/view`, spec §3) that is `link.slice(32, 65)`.
 * Other https links on public host names are kept as they are.
 * @returns the link, or what is wrong with it
 */
export function parseLink(text: string): Link | LinkProblem {
  const url = parseUrl(text.trim());
  if (!url) return "notAUrl";
  if (url.protocol !== "https:") return "notHttps";
  if (url.username || url.password) return "hasCredentials";
  if (!isPublicHost(url.hostname)) return "privateHost";
  if (!DRIVE_HOSTS.has(url.hostname)) return { href: url.href, drive: undefined };
  const drive = driveFile(url);
  return drive ? { href: url.href, drive } : "driveWithoutFile";
}

function parseUrl(text: string): URL | undefined {
  // The URL parser would silently drop tabs and line breaks inside, so that what is stored differs from what was typed.
  if (/[\s\\]|\p{Cc}/u.test(text)) return undefined;
  return URL.parse(text) ?? undefined;
}

function driveFile(url: URL): DriveFile | undefined {
  const resourceKey = url.searchParams.get("resourcekey") ?? undefined;
  const inPath = PATH_ID.exec(url.pathname);
  const type = (inPath?.[1] ?? "file") as DriveFile["type"];
  const openPath = url.pathname.replace(/^\/(?:a\/[^/]+\/|u\/\d+\/)?/, "/");
  const id = inPath ? inPath[2] : OPEN_PATHS.has(openPath) ? url.searchParams.get("id") : undefined;
  return id && ID.test(id) ? { type, id, resourceKey } : undefined;
}

/** A name with a dot whose last label is not a number, and none of the suffixes that never leave a site. */
function isPublicHost(host: string): boolean {
  const name = host.replace(/\.$/, "");
  if (name.includes(":") || !name.includes(".") || /\.\d+$/.test(name)) return false;
  return !/\.(?:local|localhost|internal|intranet|lan|home|corp|private|test|invalid|onion|home\.arpa)$/.test(
    name,
  );
}

/** What two links to the same thing have in common: the Drive id, else the address without fragment. */
export function linkKey(href: string): string {
  const link = parseLink(href);
  if (typeof link === "string") return href;
  if (link.drive) return `drive:${link.drive.id}`;
  const url = new URL(link.href);
  url.hash = "";
  return url.href;
}

/** @returns the address of the embeddable viewer, or undefined where we know none */
export function previewUrl(href: string): string | undefined {
  const drive = driveOf(href);
  if (!drive) return undefined;
  const host = drive.type === "file" ? "drive.google.com" : "docs.google.com";
  return withKey(`https://${host}/${drive.type}/d/${drive.id}/preview`, drive);
}

/** @returns the address that downloads the file; the link itself where it is not on Drive */
export function downloadUrl(href: string): string {
  const drive = driveOf(href);
  if (!drive) return href;
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
