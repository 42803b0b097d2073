import { MAX_LARGE_PDF_BYTES } from "../../../shared/files/file-limits.ts";
import { expect, test } from "vitest";
import { messagesIn } from "../../../shared/messages/index.ts";
import { sortChosen } from "./chosen-files.ts";

const messages = messagesIn("en");
const { uploads, files: refusals } = messages;
const photo = new File(["x"], "a.jpg", { type: "image/jpeg" });
const pdf = new File(["x"], "a.pdf", { type: "application/pdf" });
const empty = new File([], "a.pdf", { type: "application/pdf" });
const huge = new File([new Uint8Array(MAX_LARGE_PDF_BYTES + 1)], "a.pdf", { type: "application/pdf" });
const docx = new File(["x"], "a.docx");
const heic = new File(["x"], "IMG_0001.HEIC");
const program = new File(["x"], "a.exe", { type: "application/x-msdownload" });

test.each([
  { files: [photo, photo], hasPhotos: true, sorted: { photos: [photo, photo] }, what: "photos" },
  { files: [pdf], hasPhotos: false, sorted: { file: pdf }, what: "a PDF" },
  {
    files: [pdf],
    hasPhotos: true,
    sorted: { problem: uploads.problems.oneFile },
    what: "a PDF among photos",
  },
  { files: [pdf, pdf], hasPhotos: false, sorted: { problem: uploads.problems.oneFile }, what: "two PDFs" },
  {
    files: [photo, pdf],
    hasPhotos: false,
    sorted: { problem: uploads.problems.oneFile },
    what: "a photo and a PDF",
  },
  { files: [empty], hasPhotos: false, sorted: { problem: refusals.file_empty }, what: "an empty file" },
  {
    files: [huge],
    hasPhotos: false,
    sorted: { problem: refusals.file_too_large },
    what: "a file that is too large",
  },
  { files: [docx], hasPhotos: false, sorted: { file: docx }, what: "a DOCX of unknown type" },
  {
    files: [heic, photo],
    hasPhotos: true,
    sorted: { photos: [heic, photo] },
    what: "a HEIC of unknown type",
  },
  {
    files: [new File(["x"], "Notes.DOC")],
    hasPhotos: false,
    sorted: { problem: refusals.file_old_office },
    what: "an old DOC",
  },
  {
    files: [new File(["x"], "papers.zip", { type: "application/zip" })],
    hasPhotos: false,
    sorted: { problem: refusals.file_zip },
    what: "a ZIP",
  },
  { files: [program], hasPhotos: false, sorted: { problem: refusals.file_wrong_type }, what: "a program" },
])(
  "the chosen files are sorted into photos, one file or a problem: $what",
  ({ files, hasPhotos, sorted }) => {
    expect(sortChosen(files, hasPhotos, messages)).toEqual(sorted);
  },
);
