import type { CopyProblem } from "../files/drive-copy.ts";
import { maxMegabytes } from "../files/file-limits.ts";
import { enFiles, fileSize, sizeOfTotal } from "./en-files.ts";

/** Why there is no copy, and what to do. Contributors and admins read these sentences. */
const problems: Record<CopyProblem, string> = {
  ...enFiles,
  file_too_large: `The file is larger than ${maxMegabytes.paper} MB. Scan it at a lower resolution.`,
  not_public: 'The file is not public. In Google Drive, share it with "Anyone with the link".',
  gone: "The file no longer exists on Google Drive. Share another link, or upload the file.",
  quota_exceeded:
    "Too many people downloaded this file from Google Drive today. Wait a day, or upload the file.",
  infected: "Google Drive found a virus in the file. Scan the paper again and upload the new file.",
  folder: "The link leads to a folder. Share a link to one file.",
  document: "The link leads to a Google document. Save it as PDF and upload the PDF.",
  not_a_file: "Google Drive sent a page instead of the file. Check that the link leads to one file.",
  elsewhere: "The link leads away from Google Drive. Share a link to one file on Google Drive.",
  private_address:
    "Google Drive's name led to an address in a private network. An operator should check the server's name service.",
  too_many_redirects: "Google Drive redirected us too often. Check the link.",
  too_slow: "Google Drive sent the file too slowly. If this happens again, upload the file.",
  busy: "Google Drive can't send the file now. Wait a few hours, or upload the file.",
  unreachable:
    "We couldn't reach Google Drive, or the connection was lost. If this happens again, upload the file.",
  archive_full:
    "The archive's space for copies from Google Drive is full. Tell an admin, or upload the file.",
  account_full:
    "The copies of your items from Google Drive use all the space that one account can have. Upload the file.",
  not_stored: "We couldn't store the file. Upload it, or tell an admin.",
};

const number = (count: number) => count.toLocaleString("en");

/** Texts about copies of files on Google Drive. */
export const enDriveCopies = {
  driveCopies: {
    title: "Drive Copies",
    intro:
      "Some items are only links to Google Drive. We copy their public files, so that they have a thumbnail and text, and still open if a link dies.",
    off: "Copies are off. An operator can turn them on with PROSHNO_FETCH_DRIVE=on.",
    state: "State",
    going: "Copying one file at a time",
    paused: "Paused: we copy no files until an admin chooses Resume",
    backOff: "Google Drive asked us to wait until",
    unplanned: "Not started",
    waiting: "Waiting",
    running: "Being copied",
    copied: "Copied",
    failed: "Failed",
    used: "Space",
    usedOf: (used: number, limit: number) => sizeOfTotal(used, limit),
    count: number,
    start: "Copy missing files",
    pause: "Pause",
    resume: "Resume",
    startedTitle: "Started",
    startedDetail: "We copy the files that are missing, one after another.",
    pausedTitle: "Paused",
    pausedDetail: "Copying stops after the current file.",
    resumedTitle: "Resumed",
    resumedDetail: "We copy the waiting files.",
    reasons: "Failures by reason",
    reason: "Reason",
    items: "Items",
    show: (count: number) => `Show ${number(count)}`,
    failures: "Newest failures",
    failuresWith: "Newest failures with this reason",
    showAll: "Show all failures",
    item: "Item",
    noFailures: "No copy has failed.",
    problems,
    /** On the details page, for the contributor and admins. */
    own: {
      waiting: "We will copy this file from Google Drive soon. Then the item shows its pages.",
      again: (problem: string) =>
        `We couldn't copy this file from Google Drive yet. ${problem} We will try again.`,
      failed: (problem: string) => `We couldn't copy this file from Google Drive. ${problem}`,
      retry: "To try again, open Edit and save the item.",
    },
    openSource: "Open on Google Drive",
    size: fileSize,
  },
};
