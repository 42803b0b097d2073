import { maxMegabytes } from "../files/file-limits.ts";
import { MAX_PILE_ROWS, MAX_PILES, MAX_ROW_PHOTOS, MAX_ZIP_ENTRIES } from "../files/pile-limits.ts";
import type { ProblemCode } from "../problems/problem-codes.ts";

type PileProblem = Extract<
  ProblemCode,
  | `zip${string}`
  | `pile${string}`
  | `row${string}`
  | "tooManyPiles"
  | "photosOnly"
  | "notSent"
  | "pageRange"
  | "pageOrder"
>;

/** The problems of piles: what happened, and what to do. */
export const enPileProblems: Record<PileProblem, (label: string, param: string) => string> = {
  zipTooLarge: () => `The ZIP is larger than ${maxMegabytes.zip} MB. Make several smaller ZIPs.`,
  zipEntries: (_label, param) =>
    `The ZIP has ${param} files. A ZIP can have ${MAX_ZIP_ENTRIES}: make several smaller ZIPs.`,
  zipDirectory: () =>
    "The ZIP's list of files is too large. Make the ZIP again with an ordinary program, or upload the files without a ZIP.",
  zipStopped: () =>
    "We couldn't open this ZIP, because it stopped our server. Upload the files without a ZIP.",
  zipUnreadable: () => "We can't read the ZIP. Make it again, or upload the files without a ZIP.",
  zipOverlap: () => "Parts of the ZIP overlap. Make it again, or upload the files without a ZIP.",
  zipSize: () => "The ZIP unpacks to far more than its size. Upload the files without a ZIP.",
  zipNested: () => "This is a ZIP within the ZIP. Unpack it first, then upload its files.",
  zipEncrypted: () => "The file is locked with a password in the ZIP. Make a ZIP without a password.",
  zipMethod: () => "We can't unpack this file. Make an ordinary ZIP, or upload the file without a ZIP.",
  zipEntryBroken: () =>
    "The file is broken in the ZIP. Make the ZIP again, or upload the file without a ZIP.",
  zipTime: () => "The ZIP takes too long to unpack. Make several smaller ZIPs.",
  zipGone: () => "The ZIP is no longer on the server. Upload it again.",
  zipPileFull: (_label, param) =>
    `The batch is full: it has ${MAX_PILE_ROWS} papers. These files of the ZIP are not in it: ${param}. Add them to another batch.`,
  pileFull: () =>
    `A batch can have ${MAX_PILE_ROWS} papers, with the sent ones and those that can't be added. Begin another batch.`,
  pileHasFile: () => "This file is already in the batch.",
  notSent: () => "We couldn't send this paper. Nothing is lost: send it again.",
  pileRows: () => "Some of these papers are no longer in the batch. Reload the page.",
  tooManyPiles: () =>
    `You already have ${MAX_PILES} batches. Remove one first. Papers that you sent from it stay.`,
  rowSent: () => "This paper is already sent, so it can't change here. Edit it in your contributions.",
  rowRefused: () =>
    "This file can't be added, so its details can't change. Take it out, and add another file.",
  rowSending: () => "This paper is being sent, so it can't change now. Wait until it's sent.",
  rowPhotos: () =>
    `A paper can have ${MAX_ROW_PHOTOS} photos. Join fewer, and make a second paper of the others.`,
  rowTooLarge: () =>
    `The photos of this paper are larger than ${maxMegabytes.paper} MB together. Split it into two papers.`,
  rowLeftOut: () => "This paper is taken out. Put it back first.",
  rowDuplicate: () =>
    "The same paper is already in the archive or in this batch. Choose Send anyway if it isn't.",
  photosOnly: () => "Only photos can be joined to one paper. Leave out PDFs and documents.",
  pageRange: (_label, param) => `Choose pages from 2 to ${param}`,
  pageOrder: () => "The list doesn't match the pages of the paper. Name each page once.",
};
