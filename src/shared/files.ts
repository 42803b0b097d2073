import type { Kind } from "./kinds/define.ts";

/** Widths of pages as images, in px: for reading, larger, and for a phone. The first is what is sent unasked. */
export const PAGE_WIDTHS = [1_000, 1_600, 720] as const;
/** More pages are links alone, or parts of a text: without scripts browsers load every picture at once. */
export const PAGES_AT_ONCE = 30;
/** The head of page 1, for cards: its width in px. */
export const THUMBNAIL = 480;
export const THUMBNAIL_HEIGHT = 320;
/** Photos of people are squares of this width, in px. */
export const PHOTO_SIDE = 512;
/** Covers are at most so wide and so high, in px, and of so many bytes but where there is nothing but noise. */
export const COVER_SIDE = 1_600;
export const MAX_COVER_BYTES = 250_000;
/** A cover for phones and cards: its width in px. */
export const SMALL_COVER = 800;
/** What a chooser of pictures offers. */
export const PICTURE_TYPES = "image/jpeg,image/png,image/webp";
/** The form field of a person's photo. */
export const PHOTO_FIELD = "photo";
/** The form field and payload name of an uploaded file's key. */
export const FILE_FIELD = "fileKey";
/** What a file chooser offers. */
export const FILE_TYPES = "application/pdf,image/jpeg,image/png,image/webp";

const EXTENSIONS: Record<string, string> = {
  "application/pdf": "pdf",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
};

/** The address of a stored file. @param origin of the site, or "" for its own pages */
export const fileAddress = (origin: string, key: string): string => `${origin}/files/${key}`;

/** Where a person's photo is: their own file, or the address they gave. @param origin see `fileAddress` */
export const photoAddress = (
  origin: string,
  { photoKey, photoURL }: { photoKey: string | null; photoURL: string | null },
): string | null => (photoKey === null ? photoURL : fileAddress(origin, photoKey));

/** Whether that is the address under which the site of this origin offers an uploaded file. */
export function isFileAddress(text: string, origin: string): boolean {
  const path = text.startsWith(`${origin}/`) ? text.slice(origin.length) : "";
  return /^\/files\/[0-9a-f]{32}\/[^/?#]+$/.test(path) && URL.parse(text)?.href === text;
}

/** The field of a kind that takes a link, and a file in its stead. */
export const linkName = (kind: Kind): string | undefined =>
  Object.keys(kind.fields).find((name) => kind.fields[name]?.type === "link");

/** The fields of a kind that take an image. */
export const imageNames = (kind: Kind): string[] =>
  Object.keys(kind.fields).filter((name) => kind.fields[name]?.type === "image");

/**
 * A name under which a downloaded file makes sense, such as `CSE-2103_Data-Structures_2019.pdf`.
 * @param parts what it is made of, most telling first; blanks are left out
 * @param type its media type
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

/** What the name of an item's file is made of; of an answer, its question's facts too. */
export interface NamedItem {
  parentId: string | null;
  parentCode: string | null;
  parentSubject: string | null;
  parentYear: number | null;
  code: string | null;
  title: string;
  year: number | null;
}

/** The name under which the file of an item is saved. @param type the file's media type */
export function fileName(item: NamedItem, type: string): string {
  const { code, title, year } = item.parentId
    ? { code: item.parentCode, title: `${item.parentSubject} ${item.title}`, year: item.parentYear }
    : item;
  return downloadName([code ?? "", title, year === null ? "" : String(year)], type);
}
