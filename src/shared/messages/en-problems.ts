import { maxMegabytes } from "../files/file-limits.ts";
import { enFiles } from "./en-files.ts";
import { enPileProblems } from "./en-piles.ts";
import { enSavedProblems, enWantedProblems } from "./en-list-problems.ts";
import type { ErrorCode, SizeLimit } from "../problems/errors.ts";
import { MAX_FIELDS } from "../problems/max-fields.ts";
import type { PaperRefusal } from "../files/paper.ts";
import type { ProblemCode } from "../problems/problem-codes.ts";
import { waitOf } from "./en-limits.ts";

type SpaceProblem = Extract<
  ProblemCode,
  "quota" | "newcomerBytes" | "newcomerPapers" | "uploadDay" | "archiveFull"
>;

/** Why the archive has no space for a file: what happened, and what to do. */
const enSpaceProblems: Record<SpaceProblem, (label: string, param: string) => string> = {
  quota: (_label, param) =>
    `This file doesn't fit: one person can upload ${param} MB. Share a link instead, or remove files that you haven't shared yet.`,
  newcomerBytes: (_label, param) =>
    `This file doesn't fit: you can upload ${param} MB until a moderator approves your first paper. Share what you have, or share a link instead.`,
  newcomerPapers: (_label, param) =>
    `You can upload ${param} papers until a moderator approves your first one. Wait for that, then upload more.`,
  uploadDay: (_label, param) =>
    `You, or others on your network, uploaded a lot today. Try again in ${waitOf(Number(param))}, or share a link instead.`,
  archiveFull: () =>
    "The archive has no space for new files right now, so we didn't take this file. Try again in an hour, or share a link instead.",
};

/** The errors for a whole request: what happened, and what to do. */
export const errors: Record<ErrorCode, string> = {
  invalid_input: "Some fields have errors. Correct the fields listed below.",
  malformed_body: "The request body is not valid JSON in UTF-8.",
  malformed_form: "We couldn't read the form. Go back and send it again.",
  malformed_upload: "This is not a valid tus 1.0.0 upload request.",
  too_many_fields: `You sent too many fields. Send ${MAX_FIELDS} or fewer.`,
  request_aborted: "The connection was lost before we received everything. Try again.",
  sign_in_required: "Log in first.",
  link_expired: "This link has expired or was already used. Ask for a new one.",
  wrong_credentials: "The email or the password is wrong. Check both and try again.",
  account_suspended:
    "This account is suspended. Write to us on the contact page if you think this is a mistake.",
  forbidden: "Your account isn't allowed to do this.",
  own_item: "You contributed this item, so another moderator or an admin decides.",
  step_up_required: "To continue, confirm that it's you: log in again.",
  second_factor_required:
    "Admins and moderators need two-step login. Set it up under Security in the dashboard.",
  wrong_origin: "This request came from another site. Reload the page and try again.",
  not_found: "There is nothing at this address, or you don't have access to it.",
  wrong_method: "This address doesn't accept this HTTP method.",
  request_timeout:
    "The request arrived too slowly, so we stopped waiting. Check your connection and send it again.",
  conflict: "This conflicts with something already in the archive. Reload the page and try again.",
  changed_since: "This has changed since you opened it. Look at the current version, then decide again.",
  too_large: "The request is too large. Send less data.",
  wrong_content_type: "Send the body as application/json.",
  too_many_requests: "Too many attempts. Wait a little and try again.",
  read_only:
    "The archive is moving to another database, so we can't save anything right now. Reading still works. Try again in a few minutes.",
  unavailable: "The archive isn't available right now. Try again in a moment.",
  no_room: "The archive has no free space right now. Try again later.",
};

/** The errors of a request that should have saved something. */
export const notSaved = {
  unavailable: "The archive isn't available right now. Nothing was saved. Try again in a moment.",
  no_room: "The archive has no free space right now. Nothing was saved. Try again later.",
};

/** The errors for a request with a file that is too large. */
export const tooLarge: Record<SizeLimit, string> = {
  paper: enFiles.file_too_large,
  zip: enPileProblems.zipTooLarge("", ""),
  imageData: `The request is too large. Images in a request can be up to ${maxMegabytes.imageData} MB. Make the image smaller or send its address.`,
  form:
    `The form is too large. A paper can be up to ${maxMegabytes.paper} MB, and a photo or cover up to ` +
    `${maxMegabytes.picture} MB. Go back to the form and choose a smaller file.`,
};

/** The reasons for refusing a file, as problems of the file's field. */
const fileProblems = Object.fromEntries(
  Object.entries(enFiles).map(([code, text]) => [code, () => text]),
) as Record<PaperRefusal, () => string>;

/** The problems of a single field by code. `param` is the limit, `label` the field's label. */
export const problems: Record<ProblemCode, (label: string, param: string) => string> = {
  required: (label) => `${label} is required`,
  tooLong: (label, param) => `${label} must have ${Number(param).toLocaleString("en")} characters or fewer`,
  tooShort: (label, param) => `${label} must have at least ${param} characters`,
  tooMany: (label, param) =>
    param === "1" ? `Enter only one value for ${label}` : `Enter at most ${param} values for ${label}`,
  characters: (label) => `${label} contains characters that we can't show. Type it again.`,
  year: (label, param) => `${label} must be from ${param}`,
  yearFilter: (label) => `${label} must be a year, such as 2019`,
  letters: (label) => `${label} must contain a letter or a digit`,
  choice: (label, param) => `${label} must be one of ${param}`,
  set: (label) => `${label} must be one or two letters or digits, such as A or B2`,
  whole: (label, param) => `${label} must be a whole number, ${param} or more`,
  between: (label, param) => `${label} must be a whole number from ${param?.replace("-", " to ")}`,
  exceptions: (label) => `${label} must be smaller than the number of items`,
  notQualified: () =>
    "This contributor's last items don't meet the rules below. Check the facts of the person.",
  status: (label) => `${label} must be Approved, Pending or Cancelled`,
  rating: (label) => `${label} must be from 1 to 5, in steps of 0.5`,
  email: (label) => `${label} must be an email address, such as name@example.edu`,
  replyAddress: (_label, username) =>
    username
      ? `Enter an email address, such as name@example.edu, or your username: ${username}`
      : "Enter an email address, such as name@example.edu. To use your username, log in first.",
  phone: (label) => `${label} must be a phone number, such as +880 1700 000000`,
  url: (label) => `${label} must be an address that begins with https://`,
  id: (label) => `${label} is not a valid id`,
  notAUrl: (label) =>
    `${label} must be a link, such as https://drive.google.com/file/d/…/view. In Drive, use Share, then Copy link.`,
  notHttps: (label) => `${label} must begin with https://`,
  hasCredentials: (label) => `${label} must not contain a username or password`,
  hasPort: (label) => `${label} must not contain a port (the number after a colon)`,
  oddHost: (label) => `${label} has an unusual site name. Remove any dot at the end of the name.`,
  lookalike: (label) => `${label} only looks like a Google link. Copy it again in Drive.`,
  privateHost: (label) => `${label} must be a link to a public site`,
  driveWithoutFile: (label) => `${label} doesn't lead to a file. In Drive, use Share, then Copy link.`,
  ...fileProblems,
  fileGone: () => "The file is no longer available, or it isn't yours. Choose it again.",
  fileUsed: () =>
    "You already shared this file, maybe in another tab. Check your list or choose another file.",
  pdfGone: () => "The PDF is no longer on the server. Upload it again.",
  pdfFault: () => "A fault on our side kept us from making the PDF smaller. Upload it again.",
  fileShrinking: () =>
    "We are still making your file smaller. Wait a few minutes, then send the form again. Everything that you typed is kept.",
  linkOrFile: () => "You entered a link and chose a file. Keep one of them.",
  fileOrLink: () => "A file or a link is missing. Add one of them.",
  ...enSpaceProblems,
  ...enPileProblems,
  ...enSavedProblems,
  ...enWantedProblems,
  imageData: (label) => `${label} must be a PNG, JPEG or WebP image. Save it as JPEG.`,
  imageSize: (label, param) => `${label} must be ${param} MB or less`,
  imageMixed: () => "The file contains extra data. Save the picture again.",
  imageHeavy: () => "The picture takes too much time or memory to open. Make it smaller.",
  emailTaken: () => "There is already an account with this email. Log in instead.",
  wrongPassword: () => "The email or the password is wrong",
  wrongPasswordNow: () => "This is not your password. Try again.",
  wrongSignUpPassword: () => "This is not the password you chose when you signed up. Try again.",
  oneTimeCode: () => "A code has six digits. A recovery code has 16 letters and digits.",
  wrongCode: () => "This code is wrong or was already used. Wait for the next one.",
  wrongRecoveryCode: () => "This recovery code is wrong or was already used. Try another.",
  wrongAppCode: () =>
    "This code doesn't match the QR code. Check your phone's clock and enter the next code.",
  emailOwn: () => "This is already your email",
  commonPassword: () => "This password is too common. Choose another.",
  passwordHoldsEmail: () => "The password contains the part of your email before the @. Choose another.",
  passwordAgain: () => "Re-enter the password",
  passwordsDiffer: () => "Your Password did not match",
  onlyWayIn: () => "This is your only way to log in. Set a password first.",
  lastAdmin: () => "This is the only admin. Make someone else an admin first.",
  suspendSelf: () => "You can't suspend yourself. Ask another admin to do it.",
  noArea: () => "Name at least one university or department, or choose everything",
  outsideArea: (label) =>
    `You don't moderate items with this value of ${label}. Keep an item in your areas, or ask an admin to move it.`,
  sameFile: () =>
    "A moderator returned this because of its file. Choose another file, or paste another link. Then send it again.",
  changeOutsideArea: () => "This change would move the item out of your areas. Ask an admin to decide on it.",
  agree: () => "Tick the statement if it is true. We can't accept a claim without it.",
  itemAddress: (label) => `${label} must be the address of an item's page, such as …/book-details/…`,
  oneWord: (label) => `${label} must be one word of letters and digits`,
  ownOriginal: () =>
    "You contributed the other item, so another moderator or an admin decides whether this is a duplicate of it.",
  trustSelf: () => "You can't mark yourself as trusted. Ask another admin to do it.",
  originalGone: () => "The other item is neither Approved nor Pending any more. Choose another item.",
  originalHidden: () => "The other item is not public any more. Choose another item.",
  originalKind: () => "The other item is of another kind, so its file can't be replaced with this one.",
  originalEdit: () => "An edit of the other item waits. Decide on that edit, then replace the file.",
  originalArea: () => "The other item is outside your areas. Ask an admin to replace its file.",
  fileOnly: () => "This item has no file in the archive, so it can't take the place of a file.",
  fileMoved: () => "Another item shows this file now. Undo the replacement first.",
  wholeChange: () => "This is a change of an approved item. You can only approve it or return it.",
  notHere: (label) => `${label} doesn't lead to a public item`,
  unknownField: (label) => `${label} is not a field of this call. Leave it out.`,
  text: (label) => `${label} must be text`,
  object: () => "The body must be a JSON object",
  wrongType: (label) => `${label} has the wrong type`,
  invalid: (label) => `${label} is not valid`,
  // Problems of a whole imported file.
  emptyFile: () => "The file is empty",
  utf16: () => "The file is in UTF-16. Save it as CSV UTF-8.",
  spreadsheetFile: () => "The file is a spreadsheet. Open it and save it as CSV UTF-8.",
  binaryFile: () => "The file is not a text file. Save the table as CSV UTF-8.",
  firstLine: () => "The first line is too long. It must contain the names of the columns.",
  unknownColumns: (_label, param) => `No kind has the columns ${param}. Rename or remove them.`,
  knownColumns: (_label, param) => `The known columns are ${param}`,
  columnTwice: (_label, param) => `The file has more than one column named ${param}. Keep one.`,
  noKindColumn: () => "The file has no column named kind. Add one, or name one kind for all rows.",
  noAccount: (_label, param) => `There is no account with the email ${param}, or it is suspended`,
  // Problems of one row of an imported file.
  notUtf8: (label) => `${label} is not UTF-8. Save the table as CSV UTF-8.`,
  cellCount: (_label, param) => `The row must have ${param} cells, as many as the first line`,
  otherKind: (label) => `${label} is not a field of this kind. Leave it empty.`,
  date: (label) => `${label} must be a date, such as 2024-05-31 or 2024-05-31T10:00:00Z`,
  noParent: (label) => `${label} is not in the archive or can't be answered yet`,
  nameTaken: (_label, param) =>
    `“${param}” already has this name. Merge the two if they are the same university`,
  noUniversity: () => "No university has this name. Choose one from the list",
  sameUniversity: () => "This is the same university. Choose another one",
  courseTaken: () => "Another course has this code. Merge the two if they are the same course",
  noCourse: () => "This university has no course with this code. Check the code",
  sameCourse: () => "This is the same course. Enter the code of another one",
  noDepartment: () => "This university has no department with this name. Check the name",
  sameDepartment: () => "This is the same department. Choose another one",
  idTaken: (label, param) => `${label} already belongs to another kind: ${param}`,
  quoteNotClosed: () =>
    "A quotation mark in this row is never closed. We couldn't read the rest of the file.",
  recordSize: () =>
    `This row is larger than ${maxMegabytes.importedRow} MB. Perhaps a quotation mark is not closed. We couldn't read the rest of the file.`,
};
