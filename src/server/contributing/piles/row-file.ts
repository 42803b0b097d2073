import { createHmac } from "node:crypto";
import { invalid } from "../../../shared/problems/errors.ts";
import { MAX_PAPER_BYTES } from "../../../shared/files/file-limits.ts";
import { FILE_FIELD } from "../../../shared/files/files.ts";
import type { PaperRefusal } from "../../../shared/files/paper.ts";
import { MAX_ROW_PHOTOS } from "../../../shared/files/pile-limits.ts";
import { type Jpeg, writePdf } from "../../../shared/files/pdf-writer.ts";
import type { User } from "../../../shared/people/policy.ts";
import { type FilesService, type FileStore, isImage, type Papers } from "../../files/index.ts";
import type { PileRowTable } from "../../platform/index.ts";
import type { PileFile } from "./pile-types.ts";

export interface RowFileDependencies {
  files: Pick<FilesService, "accept" | "fits">;
  fileStore: Pick<FileStore, "get">;
  papers: Pick<Papers, "sheet" | "cut">;
  /** The site's secret. */
  secret: string;
}

const PDF = "application/pdf";
/**
 * The longest sides of a joined photo, in px. With the first one, small print stays readable and ten pages have less than
 * 10 MB; the last one is enough for ordinary print.
 */
const SIDES = [2_400, 1_700, 1_200];
/** More bytes than a PDF has for each page besides its photo. */
const PAGE_OBJECTS = 2_000;

/** Whether a row's file is one upload as it is. */
const isWhole = ([file, ...others]: PileFile[]): boolean =>
  file !== undefined && others.length === 0 && file.turn === 0 && file.firstPage === null;

/**
 * The file that a row's item will show: its upload, or a new PDF of its photos or of its pages. The new file has a key
 * that depends on the row and its version, so a second call stores nothing new.
 * @returns the file's key
 * @throws DomainError invalid_input at `fileKey`; the errors of `accept`
 */
export async function fileOfRow(
  dependencies: RowFileDependencies,
  sender: User,
  row: Pick<PileRowTable, "id" | "version" | "label">,
  files: PileFile[],
): Promise<string> {
  const [first] = files;
  if (!first) throw invalid(FILE_FIELD, "fileGone");
  if (isWhole(files)) {
    // A photo of a pile becomes a paper now; its bytes count already.
    if (isImage(first)) await dependencies.files.fits(sender.id, 0);
    return first.fileKey;
  }
  const bytes =
    first.type === PDF
      ? await pagesOf(dependencies, sender, first)
      : await joined(dependencies, sender, files);
  const mac = createHmac("sha256", dependencies.secret).update(`pile\0${row.id}\0${row.version}`);
  const key = mac.digest("hex").slice(0, 32);
  const name = `${row.label.replace(/\.[^./]*$/, "")}.pdf`;
  // The photos are removed when the row is sent. The pages of a PDF may belong to other rows, too.
  const replaces = first.type === PDF ? 0 : files.reduce((sum, { size }) => sum + size, 0);
  await dependencies.files.accept(sender, bytes, name, key, replaces);
  return key;
}

async function pagesOf(
  { fileStore, papers }: RowFileDependencies,
  sender: User,
  { sha256, pages, firstPage, lastPage }: PileFile,
): Promise<Uint8Array> {
  const bytes = await fileStore.get(sha256);
  return valueOf(await papers.cut(bytes, firstPage ?? 1, lastPage ?? pages, { owner: sender.id }));
}

/** One PDF of photos, with smaller photos if it would be larger than a paper can be. */
async function joined(
  dependencies: RowFileDependencies,
  sender: User,
  files: PileFile[],
): Promise<Uint8Array> {
  if (files.length > MAX_ROW_PHOTOS) throw invalid(FILE_FIELD, "rowPhotos");
  for (const side of SIDES) {
    const sheets = await sheetsOf(dependencies, sender, files, side);
    if (sheets) return new Uint8Array(await writePdf(sheets).arrayBuffer());
  }
  throw invalid(FILE_FIELD, "rowTooLarge");
}

/** @param side the longest side of a photo, in px @returns undefined if the photos are larger than a paper can be */
async function sheetsOf(
  { fileStore, papers }: RowFileDependencies,
  sender: User,
  files: PileFile[],
  side: number,
): Promise<Jpeg[] | undefined> {
  const sheets: Jpeg[] = [];
  let left = MAX_PAPER_BYTES - files.length * PAGE_OBJECTS;
  for (const { sha256, turn } of files) {
    const photo = await fileStore.get(sha256);
    const sheet = valueOf(await papers.sheet(photo, turn, side, { owner: sender.id }));
    left -= sheet.bytes.length;
    if (left < 0) return undefined;
    sheets.push(sheet);
  }
  return sheets;
}

/** @throws DomainError invalid_input at `fileKey` */
function valueOf<T>(answer: { value: T } | { refusal: PaperRefusal }): T {
  if ("refusal" in answer) throw invalid(FILE_FIELD, answer.refusal);
  return answer.value;
}
