import type { Sharp } from "sharp";
import type { PaperType } from "../../../shared/files/paper.ts";
import { cuttingOf } from "./cutting.ts";
import { differenceHash } from "./difference-hash.ts";
import { type LineBox, MAX_LINES } from "./line-box.ts";
import { levelPage } from "./level-page.ts";
import { coverOf, squareOf } from "./photo-and-cover.ts";
import { greyPageOf, pageImageOf } from "./page-images.ts";
import { pagePrint } from "./page-print.ts";
import type { PageFingerprint } from "./packed-prints.ts";
import type { Paper, Picture } from "./paper-file.ts";
import type { PageLayer } from "./pdf-text.ts";
import { PaperRefused } from "./paper-refused.ts";
import type { PhotoTraits } from "../../../shared/files/photo-traits.ts";
import { stripMetadata } from "./strip-metadata.ts";
import { sheetOf } from "./sheet.ts";
import { thumbnailOf } from "./thumbnail.ts";
import { type PrintedWords, threeCuttingsOf } from "./three-cuttings.ts";
import exifReader from "exif-reader";

const SMALL = 48;

/** How a photo looks, from the file before we strip its metadata. Broken metadata has no time. */
async function photoTraits({ upright, width, height, exif }: Picture): Promise<PhotoTraits> {
  const small = upright().resize(SMALL, SMALL, { fit: "fill" }).flatten({ background: "white" }).greyscale();
  const pixels = await small.raw().toBuffer();
  const light = Math.round(pixels.reduce((sum, one) => sum + one, 0) / pixels.length);
  return { width, height, light, ...(exif && takenAtOf(exif)) };
}

function takenAtOf(exif: Buffer): Pick<PhotoTraits, "takenAt"> {
  try {
    const { Photo, Image } = exifReader(exif);
    const time = Number(Photo?.DateTimeOriginal ?? Photo?.DateTimeDigitized ?? Image?.DateTime);
    return Number.isFinite(time) ? { takenAt: time } : {};
  } catch {
    // A stranger's metadata can be anything, and a photo without a time is fine.
    return {};
  }
}

export interface InspectedPaper {
  /** The type of the stored bytes. */
  type: PaperType;
  /** As in `Paper`. */
  pages: number;
  /** The Exif orientation, as in `Paper`. */
  orientation: number;
  /** The bytes to store instead of the uploaded ones; undefined if those can stay. */
  replacement?: Uint8Array;
  /** How an image looks; undefined for a PDF. */
  traits?: PhotoTraits;
}

/** The page, from 1, and its width in px. Tasks for the whole paper ignore both. */
export interface TaskInput {
  page: number;
  width: number;
  /** The last page of a range that begins with `page`. */
  lastPage?: number;
  /** The place of a line. */
  box?: LineBox;
  /** The words for three cuttings; `page` is theirs. */
  words?: PrintedWords["words"];
  /** How far to turn a photo, clockwise, in degrees. */
  turn?: number;
}

/** The fingerprints of a page that was drawn now, so that none is missing. */
type DrawnFingerprint = Record<keyof PageFingerprint, string>;

/** A width in px that is enough to distinguish papers. */
const HASH_WIDTH = 480;
/** The limit for all pages together, in characters. */
const MAX_TEXT_CHARS = 2_000_000;
const WHOLE_PAGE: LineBox = [0, 0, 1, 1];

/** The tasks of the child process. */
export const paperTasks = {
  /** Draws page 1 too, to find an unreadable file at once. */
  async inspect(paper: Paper): Promise<InspectedPaper> {
    const replacement = (await paper.replacement?.()) ?? strippedOf(paper);
    if (paper.pages > 0) await paper.picture(1, HASH_WIDTH).raw().toBuffer();
    const { type, pages, orientation } = paper;
    const traits = paper.image && (await photoTraits(paper.image));
    return { type, pages, orientation, ...(replacement && { replacement }), ...(traits && { traits }) };
  },
  thumbnail: (paper: Paper) => thumbnailOf(paper),
  page: (paper: Paper, { page, width }: TaskInput) => pageImageOf(paper, page, width),
  greyPage: (paper: Paper, { page, width }: TaskInput) => greyPageOf(paper, page, width),
  fingerprint: (paper: Paper, { page }: TaskInput) => fingerprintOf((width) => paper.picture(page, width)),
  cutting: (paper: Paper, { page, box = WHOLE_PAGE }: TaskInput) => cuttingOf(paper, page, box),
  threeCuttings: (paper: Paper, { page, words = [] }: TaskInput) => threeCuttingsOf(paper, { page, words }),
  sheet: (paper: Paper, { turn = 0, width }: TaskInput) => sheetOf(imageOf(paper), turn, width),
  cut: async (paper: Paper, { page, lastPage = page }: TaskInput): Promise<Uint8Array> => {
    if (!paper.cut) throw new PaperRefused("file_wrong_type");
    return paper.cut(page, lastPage);
  },
  square: (paper: Paper) => squareOf(imageOf(paper)),
  cover: (paper: Paper) => coverOf(imageOf(paper)),
  async texts(paper: Paper): Promise<PageLayer[]> {
    const layers: PageLayer[] = [];
    let left = MAX_TEXT_CHARS;
    for (const { text: whole, boxes, isBroken } of paper.texts()) {
      const text = whole.slice(0, left);
      left -= text.length;
      layers.push({ text, boxes: boxes.slice(0, MAX_LINES), ...(isBroken && { isBroken }) });
    }
    return layers;
  },
};

/** A photo without its metadata; undefined if it has none, and for other files. */
function strippedOf({ type, orientation, image }: Paper): Uint8Array | undefined {
  if (!image) return undefined;
  const bare = stripMetadata(image.bytes, { type, orientation });
  return image.bytes.equals(bare) ? undefined : bare;
}

/**
 * Fingerprints of a page. A page that lies on its side is turned first, so that only its upper edge is unknown.
 * @param picture makes a new picture of the page with the given width in px
 */
export async function fingerprintOf(picture: (width: number) => Sharp): Promise<DrawnFingerprint> {
  const page = await levelPage(picture, HASH_WIDTH);
  return {
    hash: differenceHash(page),
    turnedHash: differenceHash({ ...page, data: page.data.toReversed() }),
    print: pagePrint(page),
  };
}

function imageOf({ image }: Paper): Picture {
  if (!image) throw new PaperRefused("file_wrong_type");
  return image;
}

export type PaperTask = keyof typeof paperTasks;
export type TaskOutput<Task extends PaperTask> = Awaited<ReturnType<(typeof paperTasks)[Task]>>;
