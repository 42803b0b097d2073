import { maxMegabytes } from "../files/file-limits.ts";
import { shrinkingPage, sizeOfTotal } from "./en-files.ts";
import { catalogue } from "./catalogue.ts";
import { allSent, enPileFoot, listed, papers, pendingUntil } from "./en-pile-foot.ts";
import { enConfidence } from "./en-confidence.ts";

const cells = (count: number): string => (count === 1 ? "1 cell" : `${count} cells`);
const files = (count: number): string => (count === 1 ? "1 file" : `${count} files`);

const MINUTE = 60_000;
const minutesText = (minutes: number): string => (minutes === 1 ? "a minute" : `${minutes} minutes`);

const groupWords = {
  work: "Waiting for you",
  check: "To check",
  ready: "Ready",
  reading: "Reading",
  duplicate: "Duplicates",
  refused: "Can't be added",
  leftOut: "Taken out",
  sending: "Sending",
  sent: "Sent",
};

/** Texts of the pages for contributions of many papers. */
export const enPileScreen = {
  listTitle: "Contribute many papers",
  listIntro:
    "Add all your papers at once: PDFs, photos, a folder, a ZIP or links. We read the details; you check them and send.",
  own: "Your batches",
  none: "You have no batch yet. Add files to begin one.",
  pileOf: (date: string) => `Batch of ${date}`,
  counts: (open: number, sent: number, { sending = 0, others = 0 } = {}) => {
    if (open > 0) return listed([`${papers(open)} to confirm`, ...(sent > 0 ? [`${sent} sent`] : [])]);
    if (sending > 0) return `Sending ${papers(sending)}`;
    if (sent > 0) return allSent(sent);
    return others > 0 ? "No papers to confirm" : "No papers yet";
  },
  until: (date: string) => `Stays until ${date}`,
  remove: "Remove the batch",
  removeHint: "Removes the papers that you didn't send. Sent papers stay.",
  removed: "Batch removed",
  removedDetail: "The papers that you sent are still there.",
  breadcrumb: "Contribute",
  where: "You are here",
  title: (count: number) => (count === 0 ? "No papers to confirm" : `${papers(count)} to confirm`),
  emptyTitle: "Add papers",
  allSent,
  allSentDetail: (pending: number, all: number) => {
    if (pending === 0) return "None of them is pending any more.";
    if (pending === all) return pendingUntil(all);
    return `${pending} of them ${pending === 1 ? "is" : "are"} still pending until a moderator decides.`;
  },
  add: {
    label: "Add files",
    drop: "Drop files or folders here",
    dropMore: "Drop more files here",
    dropNow: "Drop to add to the batch",
    files: "Choose files",
    folder: "Choose a folder",
    photos: "Photos",
    links: "Paste links",
    hint: `PDF, photos, scans (TIFF), DOCX or PPTX up to ${maxMegabytes.paper} MB each (we make PDFs up to ${maxMegabytes.largePdf} MB smaller), or a ZIP of them up to ${maxMegabytes.zip} MB`,
    linksLabel: "Links, one per line",
    linksHint:
      "Links to Google Drive or to other places. Fill in their details: here, we read details only from files.",
    linksAdd: "Add links",
    notBegun: "We couldn't begin a batch. Check your connection and try again.",
  },
  tooManyFiles: (count: number, first: string, most: number) =>
    `${files(count)} not added${count === 1 ? `: ${first}` : `, from ${first} on`}. A batch can have ${most} papers, with the sent ones. Begin another batch with the rest.`,
  unreadable: (names: string[], count: number) =>
    `We couldn't read ${files(count)}: ${listed(names)}${count > names.length ? "…" : ""}. Check that you can open them, and choose them again.`,
  known: (count: number) =>
    count === 1
      ? "1 of them is already in the batch, so we didn't add it again."
      : `${count} of them are already in the batch, so we didn't add them again.`,
  upload: {
    title: (done: number, all: number) => `${done} of ${files(all)} uploaded`,
    bytes: sizeOfTotal,
    stay: "Keep this page open until all files are uploaded.",
    lost: "No connection. The upload continues by itself.",
    one: (percent: number) => (percent < 100 ? `Uploading ${percent}%` : "Checking the file"),
    queued: "Waiting to upload",
    waiting: "Waiting for a connection",
    retry: "Try again",
    failed: "We couldn't add this file. Try again, or take it out.",
  },
  unfinished: {
    label: "Unfinished files",
    title: (count: number) =>
      count === 1 ? "1 file was not finished." : `${count} files were not finished.`,
    again: "Choose them again to continue.",
    more: (count: number) => `and ${count} more`,
    forget: "Forget these files",
  },
  zip: {
    reading: (name: string, done: number, all: number | null) =>
      all === null ? `Opening ${name}` : `Unpacking ${name}: ${done} of ${files(all)}`,
    refused: (name: string, reason: string) => `${name}: ${reason}`,
  },
  shrinking: (name: string, page: number, pages: number) => `${name}: ${shrinkingPage(page, pages)}`,
  progress: (read: number, all: number) => `${read} of ${all} read`,
  progressLabel: "Papers that were read",
  allRead: "All papers are read.",
  left: (ms: number | undefined) => {
    if (ms === undefined) return "";
    const minutes = Math.round(ms / MINUTE);
    if (minutes < 1) return "Less than a minute more.";
    return minutes === 1 ? "About 1 minute more." : `About ${minutes} minutes more.`;
  },
  mayClose: "You can close this page; the batch stays.",
  isWaiting: "No connection. Your changes are kept on this page and are saved when you are online again.",
  loggedOut:
    "You are logged out. Log in in a new tab: your changes are kept on this page, and are saved then.",
  notSaved: "We couldn't save the change. Try again.",
  notChanged: (count: number) =>
    `${papers(count)} didn't change, because ${count === 1 ? "it is" : "they are"} sent or no longer in the batch. You can edit sent papers in your contributions.`,
  ask: {
    all: (label: string) => `${label} of all papers?`,
    setAll: "Set for all",
    later: "We read your papers now. We ask here for details that all of them share.",
    over: "We have no question about all papers.",
    rest: (label: string, count: number) => `${label} of the ${papers(count)} without one?`,
    set: (count: number) => `Set for all ${count}`,
    given: "Set for all papers",
    change: (label: string, value: string) => `Change ${label}: ${value}, for all papers`,
    forget: "Remove",
    cancel: "Cancel",
    setRest: (count: number) => `Set for ${count}`,
    printed: (count: number, read: number) => `Printed on ${count} of the ${read} read`,
    notPrinted: (read: number) => `Not printed on the ${read} read`,
    last: "As in your last paper or your profile",
    nonePrinted: (count: number, all: number) =>
      count < all ? (count === 1 ? "1 paper prints none" : `${count} papers print none`) : "None is printed",
    differ: "They differ",
  },
  groups: groupWords,
  all: "All",
  filters: "Show papers by status",
  status: {
    ready: "Ready",
    betterCopy: "Ready: better copy",
    reading: "Reading…",
    duplicate: "Same paper in the archive",
    inPile: (file: string) => `Same paper as ${file}`,
    waiting: "Same paper is pending",
    refused: "Can't be added",
    locked: "Can't be opened: locked",
    leftOut: "Taken out",
    sending: "Sending…",
    sent: "Sent",
    check: (labels: string[]) => `Check ${listed(labels).toLowerCase()}`,
    add: (missing: string[], guesses: string[]) =>
      listed([
        `Add ${listed(missing).toLowerCase()}`,
        ...(guesses.length > 0 ? [`check ${listed(guesses).toLowerCase()}`] : []),
      ]),
    failed: "Not sent",
    split: (parts: number) => `Check: ${parts} exams in one PDF`,
    delay: {
      limit: (minutes: number) =>
        `Waits: you reached the daily limit. Goes on in about ${minutesText(minutes)}.`,
      retry: (minutes: number) =>
        `Waits: we couldn't send it. We try again in about ${minutesText(minutes)}.`,
    },
  },
  see: "See it",
  sendAnyway: "Send anyway",
  betterCopy: "Better copy",
  noBetterCopy: "Not a better copy",
  takeOut: "Take out",
  putBack: "Put back",
  columns: {
    code: "Code",
    subject: "Title",
    department: "Department",
    semester: "Semester",
    year: "Year",
    term: "Term",
    set: "Set",
    examType: "Exam",
    heldIn: "Held in",
    university: "University",
    status: "Status",
    page: "Page",
    select: "Select",
  },
  table: "Papers",
  selectAll: "Select all papers",
  selectOne: (name: string) => `Select ${name}`,
  openPaper: (name: string) => `Show ${name}`,
  missingValue: "Missing",
  maybeNone: "None?",
  checkLast: "As in your last paper or your profile, please check",
  confidence: {
    sure: `${enConfidence.sure}: read from the file`,
    likely: `${enConfidence.likely}: read from the file`,
    guess: `${enConfidence.guess}: read from the file, please check`,
  },
  from: {
    you: "Entered by you",
    all: "Set for all",
    name: "From the name of the file",
    course: "From papers of this course",
    last: "As in your last paper or your profile",
  },
  suggestions: "Suggestions",
  fill: (count: number, value: string) => (value ? `Fill ${count} with ${value}` : `Empty ${cells(count)}`),
  filled: (count: number, value: string) =>
    value ? `Filled ${count} with ${value}` : `Emptied ${cells(count)}`,
  fillHandle: "Drag down to fill",
  picked: (count: number) => `${count} selected`,
  bulk: {
    label: "Change the selected papers",
    choose: "Set a detail…",
    value: (label: string) => `${label} of the selected papers`,
    set: (count: number) => `Set for ${count}`,
    join: "Join as one paper",
    clear: "Clear",
  },
  propose: {
    groups: (groups: number, photos: number) =>
      groups === 1
        ? `${photos} photos seem to be one paper`
        : `${photos} photos seem to be ${groups} papers of several pages`,
    join: "Join them",
    leave: "Leave them apart",
    split: (parts: number) => `This PDF seems to contain ${parts} exams`,
    ranges: (ranges: [number, number][]) =>
      listed(ranges.map(([first, last]) => (first === last ? `page ${first}` : `pages ${first} to ${last}`))),
    doSplit: (parts: number) => `Split into ${parts} papers`,
    keep: "Keep as one paper",
  },
  paper: {
    label: "Paper",
    of: (place: number, all: number) => `Paper ${place} of ${all}`,
    close: "Close",
    kind: "Kind",
    pages: "Pages",
    page: (number: number) => `Page ${number}`,
    turn: "Turn",
    turnPage: (number: number) => `Turn page ${number} to the right`,
    takePage: "Take out",
    takePageOf: (number: number) => `Make page ${number} a paper of its own`,
    change: (label: string, value: string) => `${label} ${value || "none"}. Change it`,
    valueFor: (value: string) => `Use ${value} for…`,
    thisOne: "This one",
    these: (count: number) => `These ${count}`,
    theseHint: (count: number, label: string) => `${papers(count)} have no ${label.toLowerCase()}`,
    allOf: (count: number) => `All ${count}`,
    save: "Save",
    none: "None",
    nonePrinted: "None is printed",
    yes: (value: string) => `Yes, ${value}`,
    next: "Done, next",
    done: "Done",
    other: "Other…",
    write: "Write it…",
    edit: (name: string) => `Change the details of ${name}`,
  },
  foot: enPileFoot,
  keys: {
    title: "Keys",
    names: { next: "Alt+N", control: "Ctrl", fillDown: "D", all: "?" },
    all: "all keys",
    next: "next to check",
    fillDown: "fill down",
    list: [
      ["Arrow keys", "Move between cells"],
      ["Home, End", "First or last cell of the row"],
      ["Page Up, Page Down", "Ten rows up or down"],
      ["Enter, F2 or typing", "Change the cell"],
      ["Enter", "Save, and go one row down"],
      ["Tab, Shift+Tab", "Save, and go to the next or previous cell"],
      ["Escape", "Leave the cell as it was"],
      ["Delete", "Empty the cell"],
      ["Shift+Arrow down", "Select a range to fill"],
      ["Ctrl+D", "Fill down: the range, the selected rows, or from the cell above"],
      ["Space", "Select the row"],
      ["Alt+N", "Next detail to check"],
      ["Alt+Q", "Answer the question about all papers"],
      ["Alt+O", "Show the paper"],
      ["N, Q, O", "The same, while no detail and no field has the focus: there, letters are typed"],
      ["Ctrl+Enter", "Send what is ready"],
      ["? or Alt+?", "This list"],
    ] as [string, string][],
    close: "Close",
  },
  noScript: {
    needed:
      "Adding several papers at once needs JavaScript. Turn it on and reload the page, or add your papers one by one.",
    addOne: "Add one paper",
  },
};

export const pileMessages = catalogue({ en: enPileScreen });
export type PileMessages = typeof enPileScreen;
