import { samplePeople } from "./people.ts";
import type { SampleProvenance, SampleStatus } from "./types.ts";

const FIRST = Date.UTC(2023, 0, 8);
const QUEUE = Date.UTC(2026, 6, 20);
/** Papers wait longest, so a moderator sees one first. */
const LATER = QUEUE + 14 * 24 * 60 * 60 * 1000;
const LAST = Date.UTC(2026, 9, 30);

/** The first number of each kind. The ranges don't overlap, so no two records share a file id or a date. */
const series = {
  question: 1000,
  book: 2000,
  note: 3000,
  lab: 4000,
  syllabus: 5000,
  blog: 6000,
  answer: 7000,
};

export type Series = keyof typeof series;

export const isBangla = (text: string): boolean => /[\u0980-\u09FF]/.test(text);

/** Maps whole numbers evenly to numbers between 0 and 1, without randomness (Fibonacci hashing). */
function spread(n: number): number {
  return ((n * 2654435761) % 2 ** 32) / 2 ** 32;
}

/** A time between `from` and the end of October 2026 in epoch milliseconds, rounded to minutes. */
export function dateAfter(from: number, kind: Series, n: number): number {
  const minutes = Math.floor(((LAST - from) / 60_000) * spread(series[kind] + n));
  return from + minutes * 60_000;
}

/** A 33-character file id whose text says that the file is not real. */
function fileId(kind: Series, n: number): string {
  return `1SAMPLE_not_a_real_file_${kind[0]}${String(series[kind] + n).padStart(8, "0")}`;
}

/** Usually a canonical Drive link, sometimes a Google document or a plain https address. */
export function sampleLink(kind: Series, n: number): string {
  const id = fileId(kind, n);
  if (n % 29 === 13) return `https://docs.google.com/document/d/${id}/edit?usp=sharing`;
  if (n % 37 === 16) return `https://example.edu/sample/${kind}-${n + 1}.pdf`;
  return `https://drive.google.com/file/d/${id}/view?usp=sharing`;
}

/**
 * About four in five items are Approved. Any ten consecutive items of a kind include one of the other
 * statuses.
 */
function statusOf(n: number): SampleStatus {
  if (n % 10 === 4 || n % 20 === 11) return "Pending";
  return n % 20 === 8 ? "Cancelled" : "Approved";
}

/**
 * The contributor, time and status of item `n` of a kind.
 * @param year the year of the paper or book
 */
export function provenance(kind: Series, n: number, year = 2010, university?: string): SampleProvenance {
  const status = statusOf(n);
  const schoolmates = samplePeople.filter((p) => p.university === university);
  const people = schoolmates.length > 0 ? schoolmates : samplePeople;
  const waiting = kind === "question" ? QUEUE : LATER;
  const earliest = status === "Pending" ? waiting : Math.max(FIRST, Date.UTC(year, 6, 1));
  return {
    uploader: people[n % people.length]!.email,
    status,
    createdAt: dateAfter(earliest, kind, n),
  };
}
