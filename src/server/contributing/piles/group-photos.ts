import type { PhotoTraits } from "../../../shared/files/photo-traits.ts";

/** A row with one photo that the person has not changed. */
export interface LonePhoto {
  rowId: string;
  label: string;
  traits: PhotoTraits;
  /** How many of course, exam and year the page names; undefined while it is not read. */
  heading: number | undefined;
  /** The number of the first question on the page; absent if none was read. */
  firstQuestion?: number | undefined;
}

/** A paper has at most this many pages. */
const MAX_PAGES = 12;
/** The longest pause between two photos of one paper, in ms, and if the pages are not read yet. */
const PAUSE = 90_000;
const SHORT_PAUSE = 30_000;
/** How much the lightness of two photos of one paper can differ, and the ratio of their sides. */
const LIGHT = 45;
const RATIO = 0.03;

/** A page with this many details of the heading begins a paper. */
const WHOLE_HEADING = 2;
/** A page that begins with this question or a later one is no first page, even if one number was misread. */
const LATER_QUESTION = 3;

interface Name {
  /** The name up to its number, with its folders. */
  stem: string;
  /** The number of the photo; undefined if the name has only a time. */
  number: number | undefined;
  /** Whether the name says that the number is a page, as in "CSE2103 page 2". */
  isPage: boolean;
  /** The time in the name, as in "IMG_20250807_112051", in epoch milliseconds of the camera's clock. */
  takenAt: number | undefined;
}

/**
 * Finds photos that seem to be pages of one paper. It is careful: a wrong group costs the person more than two rows.
 * @returns the rows of each group of two or more photos, in the order of the pages
 */
export function groupPhotos(photos: LonePhoto[]): string[][] {
  const named = photos
    .flatMap((photo) => {
      const name = nameOf(photo.label);
      return name ? [{ ...photo, name }] : [];
    })
    .toSorted(
      ({ name: a }, { name: b }) =>
        compare(a.stem, b.stem) || (a.number ?? 0) - (b.number ?? 0) || (a.takenAt ?? 0) - (b.takenAt ?? 0),
    );
  const groups: (typeof named)[] = [];
  for (const photo of named) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && group.length < MAX_PAGES && follows(last, photo)) group.push(photo);
    else groups.push([photo]);
  }
  return groups.filter(({ length }) => length > 1).map((group) => group.map(({ rowId }) => rowId));
}

type Named = LonePhoto & { name: Name };

function follows(one: Named, next: Named): boolean {
  if (one.name.stem !== next.name.stem) return false;
  if (next.name.number !== (one.name.number === undefined ? undefined : one.name.number + 1)) return false;
  if (next.heading !== undefined && next.heading >= WHOLE_HEADING) return false;
  // A person who numbers pages has grouped them already.
  if (next.name.isPage) return true;
  // One detail can be the rest of a heading that was hard to read.
  if (next.heading === 1 || next.firstQuestion === 1) return false;
  return looksAlike(one.traits, next.traits) && isSoonAfter(one, next);
}

function looksAlike(one: PhotoTraits, next: PhotoTraits): boolean {
  const ratio = ({ width, height }: PhotoTraits) => width / height;
  return (
    Math.abs(ratio(one) - ratio(next)) <= RATIO * ratio(one) && Math.abs(one.light - next.light) <= LIGHT
  );
}

/**
 * Photos without a time, such as those from a messenger, follow each other only if the second has no heading, and either
 * begins with a later question or comes after a heading.
 */
function isSoonAfter(one: Named, next: Named): boolean {
  const isRead = next.heading === 0;
  const [before, after] = [one, next].map(({ traits, name }) => traits.takenAt ?? name.takenAt);
  if (before === undefined || after === undefined)
    return isRead && ((next.firstQuestion ?? 0) >= LATER_QUESTION || (one.heading ?? 0) >= WHOLE_HEADING);
  const pause = after - before;
  return pause >= 0 && pause <= (isRead ? PAUSE : SHORT_PAUSE);
}

const PAGE = /^(.*?)[\s_-]*(?:\b|_)(?:page|pg|p|পৃষ্ঠা|পাতা)[\s._-]*0*(\d{1,3})$/iu;
/** A number of its own after other text, as in "CSE 2103 (2)". */
const COPY = /^(.*\S)\s*\((\d{1,2})\)$/u;

/** A date and a time, as phones and messengers write them: "20250807_112051", "2025-08-07_11-20-51", with milliseconds or not. */
const TIME = /(?<!\d)(20\d\d)[-.]?(\d\d)[-.]?(\d\d)[-_. T]+(\d\d)[-.]?(\d\d)[-.]?(\d\d)\d{0,3}(?!\d)/u;

function nameOf(label: string): Name | undefined {
  const name = label.replace(/\.[^./]*$/, "");
  const time = TIME.exec(name);
  const rest = (time ? name.replace(time[0], "") : name).replace(/[-_\s]+$/, "");
  const found = PAGE.exec(rest) ?? COPY.exec(rest) ?? numbered(rest);
  if (!found && !time) return undefined;
  const [, stem = rest, number] = found ?? [];
  return {
    stem: stem.toLowerCase(),
    number: number === undefined ? undefined : Number(number),
    isPage: PAGE.test(rest),
    takenAt: time ? timeOf(time) : undefined,
  };
}

/** A number of at most nine digits at the end of a name. A regular expression takes long for a name of many zeros. */
function numbered(name: string): [name: string, stem: string, number: string] | undefined {
  let start = name.length;
  while (start > 0 && name.length - start < 9 && /\d/.test(name.charAt(start - 1))) start -= 1;
  return start === name.length ? undefined : [name, name.slice(0, start), name.slice(start)];
}

/** A time that doesn't exist, such as month 13, is only a number. */
function timeOf([, ...parts]: RegExpExecArray): number | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  return month <= 12 && day <= 31 && hour < 24 && minute < 60 && second < 60
    ? Date.UTC(year, month - 1, day, hour, minute, second)
    : undefined;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
