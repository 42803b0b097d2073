import type { Kind } from "../kinds/define.ts";

/** The widths of page images, in px: normal, enlarged, and for phones. The first is the default. */
export const PAGE_WIDTHS = [1_000, 1_600, 720] as const;
/**
 * The number of pages that are shown as images. Later pages are links or text, because without JavaScript
 * browsers load all images at once.
 */
export const PAGES_PER_PART = 30;
/** The width of a thumbnail for cards, in px. A thumbnail shows the top of page 1. */
export const THUMBNAIL = 480;
export const THUMBNAIL_HEIGHT = 240;
/** A new number makes all thumbnails anew, each when it is next shown. */
const THUMBNAIL_VERSION = 3;
/** The width and height (px) of the small picture with an item's code, exam and year, cut from its paper. */
export const CUTTINGS_SIDE = 288;
/** The width and height of a person's photo, in px. */
export const PHOTO_SIDE = 512;
/**
 * The maximum width and height of covers, in px, and the maximum size in bytes. Only a picture of pure noise
 * can be larger than this size.
 */
export const COVER_SIDE = 1_600;
export const MAX_COVER_BYTES = 250_000;
/** The width of a cover for phones and cards, in px. */
export const SMALL_COVER = 800;
/** The file types that a picture input accepts. */
export const PICTURE_TYPES = "image/jpeg,image/png,image/webp";
/** The form field of a person's photo. */
export const PHOTO_FIELD = "photo";
/** The name of the form field and API field with the key of an uploaded file. */
export const FILE_FIELD = "fileKey";
/** The field of a new item that names the public item of which its file is a better copy. */
export const BETTER_COPY_FIELD = "betterCopyOf";
/** The file types that a file input accepts. Not every device knows the types of the endings. */
export const FILE_TYPES =
  "application/pdf,image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif,image/tiff,.avif,.heic,.heif,.tif,.tiff,.docx,.pptx";

const EXTENSIONS: Record<string, string> = {
  "application/pdf": "pdf",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
};

/**
 * The address of a stored file.
 * @param origin the site's origin, or "" for its own pages
 */
export const fileAddress = (origin: string, key: string): string => `${origin}/files/${key}`;

/**
 * The address of a picture of one line of a file.
 * @param page from 1
 * @param line from 1
 */
export const cuttingAddress = (key: string, { page, line }: { page: number; line: number }): string =>
  `${fileAddress("", key)}/pages/${page}?line=${line}`;

/**
 * The address of a person's photo: their uploaded file, or the address that they entered.
 * @param origin as in `fileAddress`
 */
export const photoAddress = (
  origin: string,
  { photoKey, photoURL }: { photoKey: string | null; photoURL: string | null },
): string | null => (photoKey === null ? photoURL : fileAddress(origin, photoKey));

/** Whether this is the download address of an uploaded file at this origin. */
export function isFileAddress(text: string, origin: string): boolean {
  const path = text.startsWith(`${origin}/`) ? text.slice(origin.length) : "";
  return /^\/files\/[0-9a-f]{32}\/[^/?#]+$/.test(path) && URL.parse(text)?.href === text;
}

/** The name of a page image in the cache, and in its entity tag. @param width in px */
export const pageImageName = (page: number, width: number): string =>
  width === THUMBNAIL ? `${page}-${width}-${THUMBNAIL_VERSION}` : `${page}-${width}`;

/** The kind's field for a link or a file. */
export const linkName = (kind: Kind): string | undefined =>
  Object.keys(kind.fields).find((name) => kind.fields[name]?.type === "link");

/** The kind's fields for images. */
export const imageNames = (kind: Kind): string[] =>
  Object.keys(kind.fields).filter((name) => kind.fields[name]?.type === "image");

/**
 * A descriptive name for a downloaded file, such as `CSE-2103_Data-Structures_Final-2019.pdf`.
 * @param parts the parts of the name, the most important first; empty parts are skipped
 * @param type the media type
 */
export function downloadName(parts: (string | undefined)[], type: string): string {
  const words = parts
    .map((part) =>
      (part ?? "")
        .normalize("NFC")
        .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
        .replace(/^-|-$/g, ""),
    )
    .filter(Boolean);
  return `${words.join("_").slice(0, 120) || "file"}.${EXTENSIONS[type] ?? "bin"}`;
}

/** Whether the file of a new item of this kind can take the place of the file of a public item. */
export const mayBeBetterCopy = (kind: Kind): boolean =>
  linkName(kind) !== undefined && kind.moderation === "before";
