import { maxMegabytes } from "../file-limits.ts";
import { fileSize } from "./en-files.ts";

const UNITS = [
  { unit: "MB", bytes: 1_000_000, digits: 1 },
  { unit: "kB", bytes: 1_000, digits: 0 },
] as const;

/** As the larger number is best told, with one unit for both. */
function unitOf(bytes: number) {
  return bytes >= UNITS[0].bytes ? UNITS[0] : UNITS[1];
}

/** Photos and files on their way to the archive. */
export const enUploads = {
  label: "Photos or a file",
  hint: `A PDF, or photos of the pages; at most ${maxMegabytes.paper} MB`,
  choose: "Choose photos or a PDF",
  drop: "or drop them here",
  takePhoto: "Take a photo",
  size: fileSize,
  sent: (sent: number, total: number) => {
    const { unit, bytes: one, digits } = unitOf(total);
    return `${(sent / one).toFixed(digits)} of ${(total / one).toFixed(digits)} ${unit}`;
  },
  pageCount: (pages: number) => (pages === 1 ? "1 page" : `${pages} pages`),
  problems: {
    oneFile: "Choose one PDF, or photos of one paper",
    tooManyPhotos: (most: number) => `One paper may have at most ${most} photos. Share it in parts`,
    photoUnreadable: (name: string) =>
      `${name} is no picture that this browser can read. Save it as JPEG and choose it again`,
    notLoaded: "The connection was lost. Choose the file again",
    notJoined: "The pages could not be joined. Try again with fewer of them, or choose a PDF",
    gone: "The file that you chose before is not there any more, or you have shared it already. Choose another",
    refused: "The file was not taken. Choose another",
    unfinished: "The file is not there yet. Use the pages and wait until it is sent, or cancel it",
  },
  pages: {
    title: "Pages, in order",
    page: (number: number) => `Page ${number}`,
    up: "Up",
    moveUp: (number: number) => `Move page ${number} up`,
    down: "Down",
    moveDown: (number: number) => `Move page ${number} down`,
    turn: "Turn",
    turnPage: (number: number) => `Turn page ${number} to the right`,
    crop: "Crop",
    cropPage: (number: number) => `Crop page ${number}`,
    remove: "Remove",
    removePage: (number: number) => `Remove page ${number}`,
    grey: "In grey, with clear contrast: smaller, and easier to read",
    use: "Use these pages",
    clear: "Remove all",
    added: (count: number) => (count === 1 ? "1 page added" : `${count} pages added`),
    moved: (from: number, to: number) => `Page ${from} is page ${to} now`,
    turned: (number: number) => `Page ${number} turned to the right`,
    cropped: (number: number) => `Page ${number} cropped`,
    removed: (number: number) => `Page ${number} removed`,
  },
  crop: {
    hint: "Move the edges to those of the paper: drag them, or use the arrow keys",
    edges: { top: "Top edge", right: "Right edge", bottom: "Bottom edge", left: "Left edge" },
    percent: (percent: number) => `${percent} % cut off`,
    done: "Crop",
    whole: "Whole photo",
    cancel: "Cancel",
  },
  joining: (page: number, pages: number) => `Joining page ${page} of ${pages}`,
  progress: "Sent",
  quarter: (percent: number) => `${percent} % is sent`,
  standing: {
    going: "On its way",
    looking: "All is sent. The archive looks at it",
    paused: "Paused",
    waiting: "No connection. It goes on by itself when there is one",
    stopped: "Stopped",
  },
  pause: "Pause",
  resume: "Go on",
  retry: "Try again",
  cancel: "Cancel",
  held: "The file is there",
  heldBefore: "The file that you chose before",
  unknown: "The archive could not be asked for it. It stays chosen",
  firstPage: "Its first page",
  other: "Remove",
};
