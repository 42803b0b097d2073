import type { PaperType } from "../../shared/paper.ts";
import { differenceHash } from "./difference-hash.ts";
import { coverOf, squareOf } from "./made-images.ts";
import { greyOf, pageImageOf, thumbnailOf } from "./page-images.ts";
import type { Paper, Picture } from "./paper-file.ts";
import { PaperRefused } from "./paper-refused.ts";

export interface PaperFacts {
  type: PaperType;
  pages: number;
  /** See `Paper`. */
  orientation: number;
}

/** Which page, from 1, and how wide, in px; of no matter to tasks that are about the whole paper. */
export interface TaskInput {
  page: number;
  width: number;
}

/** Wide enough to tell papers apart, in px. */
const HASH_WIDTH = 480;
/** All pages together, in characters. */
const MAX_TEXT_CHARS = 2_000_000;

/** What is done to a paper in the child process. */
export const paperTasks = {
  /** Page 1 is drawn, so that what can't be read is found out at once. */
  async inspect(paper: Paper): Promise<PaperFacts> {
    await paper.picture(1, HASH_WIDTH).raw().toBuffer();
    return { type: paper.type, pages: paper.pages, orientation: paper.orientation };
  },
  thumbnail: (paper: Paper) => thumbnailOf(paper),
  page: (paper: Paper, { page, width }: TaskInput) => pageImageOf(paper, page, width),
  hash: async (paper: Paper) => differenceHash(await greyOf(paper.picture(1, HASH_WIDTH))),
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

function imageOf({ image }: Paper): Picture {
  if (!image) throw new PaperRefused("file_wrong_type");
  return image;
}

export type PaperTask = keyof typeof paperTasks;
export type TaskOutput<Task extends PaperTask> = Awaited<ReturnType<(typeof paperTasks)[Task]>>;
