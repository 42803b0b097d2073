import { maxMegabytes } from "../files/file-limits.ts";
import { fileSize, shrinkingPage, sizeOfTotal } from "./en-files.ts";

const usePages = (count: number) => (count === 1 ? "Use this page" : "Use these pages");

/** Texts about uploading photos and files. */
export const enUploads = {
  label: "Photos or a file",
  hint: `A PDF, photos of the pages, a DOCX or a PPTX, up to ${maxMegabytes.paper} MB. We shrink scanned PDFs of up to ${maxMegabytes.largePdf} MB.`,
  choose: "Choose photos or a file",
  drop: "or drop them here",
  takePhoto: "Take a photo",
  tip: "For a photo, lay the page flat in good light and fill the picture with it. You can add more pages.",
  size: fileSize,
  sent: sizeOfTotal,
  pageCount: (pages: number) => (pages === 1 ? "1 page" : `${pages} pages`),
  leave: "Your file isn't uploaded yet. Leave this page without it?",
  problems: {
    oneFile: "Choose one PDF, DOCX or PPTX, or photos of one paper",
    tooManyPhotos: (most: number) => `One paper can have up to ${most} photos. Split it and share the parts.`,
    photoUnreadable: (name: string) =>
      `Your browser can't read the picture ${name}. Save it as JPEG and choose it again.`,
    photoForeign: (name: string) =>
      `Your browser can't join the picture ${name} with others. Save it as JPEG, or add all pictures under Contribute many papers and join them there.`,
    notLoaded: "The connection was lost. Choose the file again.",
    notJoined: "We couldn't join the pages. Try again with fewer pages, or choose a PDF.",
    gone: "The file you chose before is no longer available, or you already shared it. Choose another.",
    refused: "We couldn't accept the file. Choose another.",
    shrinking: "We are still making your file smaller. Wait until it is ready, then send the form.",
    /** @param pages the number of photos that are not yet a file; 0 during an upload */
    unfinished: (pages: number) =>
      pages === 0
        ? "The upload isn't finished. Wait until it ends, or cancel it."
        : `Choose “${usePages(pages)}” first, and wait until the upload ends.`,
  },
  pages: {
    title: "Pages, in order",
    page: (number: number) => `Page ${number}`,
    up: "Up",
    moveUp: (number: number) => `Move page ${number} up`,
    down: "Down",
    moveDown: (number: number) => `Move page ${number} down`,
    turn: "Rotate",
    turnPage: (number: number) => `Rotate page ${number} to the right`,
    crop: "Crop",
    cropPage: (number: number) => `Crop page ${number}`,
    remove: "Remove",
    removePage: (number: number) => `Remove page ${number}`,
    grey: "Greyscale with more contrast: smaller and easier to read",
    use: usePages,
    clear: "Remove all",
    added: (count: number) => (count === 1 ? "1 page added" : `${count} pages added`),
    moved: (from: number, to: number) => `Page ${from} is now page ${to}`,
    turned: (number: number) => `Page ${number} rotated to the right`,
    cropped: (number: number) => `Page ${number} cropped`,
    removed: (number: number) => `Page ${number} removed`,
  },
  crop: {
    hint: "Drag each line to the edge of the paper, or use the arrow keys",
    edges: { top: "Top edge", right: "Right edge", bottom: "Bottom edge", left: "Left edge" },
    percent: (percent: number) => `${percent}% cut off`,
    done: "Crop",
    whole: "Whole photo",
    cancel: "Cancel",
  },
  joining: (page: number, pages: number) => `Joining page ${page} of ${pages}`,
  shrinking: shrinkingPage,
  shrinkingLabel: "Pages that are smaller",
  shrinkingPart: (percent: number) => `Making your file smaller: ${percent}% done`,
  shrinkingHint:
    "You can fill in the form meanwhile. You can also close this page; the file stays for a day.",
  progress: "Uploaded",
  quarter: (percent: number) => `${percent}% uploaded`,
  status: {
    going: "Uploading",
    looking: "Uploaded. We are checking the file.",
    paused: "Paused",
    waiting: "No connection. The upload continues when you are online again.",
    stopped: "Stopped",
  },
  pause: "Pause",
  resume: "Resume",
  retry: "Try again",
  cancel: "Cancel",
  attached: "The file is uploaded",
  heldBefore: "The file you chose before",
  unknown: "We couldn't check this file. It is still selected.",
  firstPage: "First page",
  other: "Remove",
};
