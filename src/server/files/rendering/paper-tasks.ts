import type { Sharp } from "sharp";
import type { PaperType } from "../../../shared/paper.ts";
import { differenceHash } from "./difference-hash.ts";
import { levelPage } from "./level-page.ts";
import { coverOf, squareOf } from "./photo-and-cover.ts";
import { pageImageOf, thumbnailOf } from "./page-images.ts";
import { pagePrint } from "./page-print.ts";
import type { Paper, Picture } from "./paper-file.ts";
import { PaperRefused } from "./paper-refused.ts";

export interface PaperFacts {
  type: PaperType;
  pages: number;
  /** The Exif orientation, as in `Paper`. */
  orientation: number;
  /** The PDF without its actions; undefined if it has no actions. */
  withoutActions?: Uint8Array;
}

/** Two fingerprints of page 1, to find copies of the same paper. */
export interface Fingerprint {
  /** The difference hash of page 1. It is coarse: different papers can have similar hashes. */
  hash: string;
  /** The positions of ink on page 1. They are finer, and distinguish similar papers. */
  print: string;
}

/** The page, from 1, and its width in px. Tasks for the whole paper ignore both. */
export interface TaskInput {
  page: number;
  width: number;
}

/** A width in px that is enough to distinguish papers. */
const HASH_WIDTH = 480;
/** The limit for all pages together, in characters. */
const MAX_TEXT_CHARS = 2_000_000;

/** The tasks of the child process. */
export const paperTasks = {
  /** Draws page 1 too, to find an unreadable file at once. */
  async inspect(paper: Paper): Promise<PaperFacts> {
    const withoutActions = await paper.withoutActions?.();
    await paper.picture(1, HASH_WIDTH).raw().toBuffer();
    const { type, pages, orientation } = paper;
    return { type, pages, orientation, ...(withoutActions && { withoutActions }) };
  },
  thumbnail: (paper: Paper) => thumbnailOf(paper),
  page: (paper: Paper, { page, width }: TaskInput) => pageImageOf(paper, page, width),
  fingerprint: (paper: Paper) => fingerprintOf((width) => paper.picture(1, width)),
  square: (paper: Paper) => squareOf(imageOf(paper)),
  cover: (paper: Paper) => coverOf(imageOf(paper)),
  async texts(paper: Paper): Promise<string[]> {
    const texts: string[] = [];
    let left = MAX_TEXT_CHARS;
    for (let page = 1; page <= paper.pages; page += 1) {
      const text = paper.text(page).slice(0, left);
      left -= text.length;
      texts.push(text);
    }
    return texts;
  },
};

/** @param picture makes a new picture of the page with the given width in px */
export async function fingerprintOf(picture: (width: number) => Sharp): Promise<Fingerprint> {
  const page = await levelPage(picture, HASH_WIDTH);
  return { hash: differenceHash(page), print: pagePrint(page) };
}

function imageOf({ image }: Paper): Picture {
  if (!image) throw new PaperRefused("file_wrong_type");
  return image;
}

export type PaperTask = keyof typeof paperTasks;
export type TaskOutput<Task extends PaperTask> = Awaited<ReturnType<(typeof paperTasks)[Task]>>;
