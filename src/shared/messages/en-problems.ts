import { maxMegabytes } from "../file-limits.ts";
import { enFiles } from "./en-files.ts";
import type { ErrorCode, SizeLimit } from "../errors.ts";
import { MAX_FIELDS } from "../max-fields.ts";

/** What a person reads when a whole request fails: what happened, and what to do. */
export const errors: Record<ErrorCode, string> = {
  invalid_input: "Some of what you sent needs a change. See the fields named below.",
  malformed_body: "The body is not valid JSON in UTF-8.",
  malformed_form: "That was no form. Go back to the page and send it from there.",
  malformed_upload:
    "That is no upload as the tus protocol 1.0.0 has it, or asks for what this server does not offer.",
  too_many_fields: `You sent too many fields. Send ${MAX_FIELDS} or fewer.`,
  request_aborted: "The connection ended before everything arrived. Send it again.",
  sign_in_required: "Sign in first.",
  link_expired: "This link works no more: it was used already, or is too old. Ask for another one.",
  wrong_credentials: "The e-mail or the password is wrong.",
  account_suspended:
    "This account is suspended. Write to us on the contact page if you think that is a mistake.",
  forbidden: "Your account may not do this.",
  step_up_required: "For this, show again that it is you: log in once more.",
  second_factor_required:
    "Admins of this archive need a second factor. Set yours up under Security in the dashboard.",
  wrong_origin: "This request came from another site. Reload the page and try again.",
  not_found: "There is nothing here, or it is not for you to see.",
  wrong_method: "This address does not take that method.",
  request_timeout: "This arrived too slowly, so we stopped waiting. Check your connection and send it again.",
  conflict: "This would contradict something that is already there.",
  changed_since: "This has changed since it was shown to you. Look at it as it is now, then decide again.",
  too_large: "That is too large.",
  wrong_content_type: "Send the body as application/json.",
  too_many_requests: "Too many tries. Wait a little and try again.",
  unavailable: "The archive can't be reached just now. Nothing was saved. Try again in a moment.",
  no_room: "The archive has no room left just now. Nothing was saved. Try again later.",
};

/** The messages for a request with a file that is too large. */
export const tooLarge: Record<SizeLimit, string> = {
  paper: `${enFiles.file_too_large}.`,
  imageData: `The request is too large. An image in it may have at most ${maxMegabytes.imageData} MB. Make the image smaller, or send its address.`,
  form:
    `The form is too large. A paper may have at most ${maxMegabytes.paper} MB, and a photo or cover at most ` +
    `${maxMegabytes.picture} MB. Go back to the form and choose a smaller file.`,
};

/** What is wrong with one field, by problem code. `param` is the bound, `label` the field's label. */
export const problems: Record<string, (label: string, param: string) => string> = {
  required: (label) => `${label} is required`,
  tooLong: (label, param) => `${label} may have at most ${Number(param).toLocaleString("en")} characters`,
  tooShort: (label, param) => `${label} must have at least ${param} characters`,
  tooMany: (label, param) => `${label} may be given at most ${param} times`,
  characters: (label) => `${label} holds characters that can't be shown. Type it again`,
  year: (label, param) => `${label} must be a year from ${param}`,
  yearFilter: (label) => `${label} must be a year, such as 2019`,
  letters: (label) => `${label} must hold a letter or a digit`,
  choice: (label, param) => `${label} must be one of ${param}`,
  whole: (label, param) => `${label} must be a whole number, ${param} or more`,
  status: (label) => `${label} must be Approved, Pending or Cancelled`,
  rating: (label) => `${label} must be 1 to 5 in half steps`,
  email: (label) => `${label} must be an e-mail address, such as name@example.edu`,
  replyAddress: (_label, username) =>
    username
      ? `Enter an email address, such as name@example.edu, or your username: ${username}`
      : "Enter an email address, such as name@example.edu. To use your username, log in first",
  phone: (label) => `${label} must be a phone number, such as +880 1700 000000`,
  url: (label) => `${label} must be an address that begins with https://`,
  id: (label) => `${label} is not an id of ours`,
  notAUrl: (label) =>
    `${label} must be a link, such as https://drive.google.com/file/d/…/view. In Drive, use Share, then Copy link`,
  notHttps: (label) => `${label} must begin with https://`,
  hasCredentials: (label) => `${label} must not hold a user name or password`,
  hasPort: (label) => `${label} must not name a port, the number behind a colon`,
  oddHost: (label) => `${label} must name its site without a dot at the end or other additions`,
  lookalike: (label) => `${label} only looks like one of Google's. Copy it again in Drive`,
  privateHost: (label) => `${label} must lead to a public site`,
  driveWithoutFile: (label) => `${label} names no file. In Drive, use Share, then Copy link`,
  ...Object.fromEntries(Object.entries(enFiles).map(([code, text]) => [code, () => text])),
  fileGone: () => "The file is not there any more, or is not yours. Choose it again",
  fileUsed: () =>
    "You have shared this file already, maybe in another tab. Look at your list, or choose another",
  linkOrFile: (label) => `${label} and a file were both given. Keep one of them`,
  quota: (_label, param) =>
    `You have handed in ${param} MB already, which is all that one person may. Share a link instead`,
  imageData: (label) => `${label} must be a PNG, JPEG or WebP image`,
  imageSize: (label, param) => `${label} may have at most ${param} MB`,
  imageMixed: () => "The file holds something else beside the picture. Save the picture again",
  imageHeavy: () => "The picture takes too much time or memory to open. Make it smaller",
  emailTaken: () => "There is already an account with this e-mail. Log in instead",
  wrongPassword: () => "The e-mail or the password is wrong",
  wrongPasswordNow: () => "That is not your password",
  wrongSignUpPassword: () => "That is not the password of this registration",
  oneTimeCode: () => "The code has six digits; a recovery code has 16 letters and digits",
  wrongCode: () => "That code is wrong, or was used already. Wait for the next one",
  wrongRecoveryCode: () => "That recovery code is wrong, or was used already. Try another",
  wrongAppCode: () =>
    "That is not the code that belongs to the picture. Wait for the next one, and see that your phone's clock is right",
  emailOwn: () => "This is your e-mail already",
  commonPassword: () => "This password is one of the most common ones. Choose another",
  passwordHoldsEmail: () => "The password holds the name of your e-mail. Choose another",
  passwordsDiffer: () => "Your Password did not match",
  onlyWayIn: () => "You have no password yet, and could not sign in any more. Set one first",
  lastAdmin: () => "This is the last admin. Make another one first",
  suspendSelf: () => "You can't suspend yourself. Another admin can",
  agree: () => "Tick the statement, if it is so: a claim can't be taken without it",
  itemAddress: (label) => `${label} must be that of an item's page here, such as …/book-details/…`,
  oneWord: (label) => `${label} must be one word of letters and digits`,
  notHere: (label) => `${label} leads to nothing that readers see here`,
  unknownField: (label) => `${label} is not a field of this call. Leave it out`,
  text: (label) => `${label} must be text`,
  object: () => "The body must be a JSON object",
  wrongType: (label) => `${label} has the wrong type`,
  invalid: (label) => `${label} is not valid`,
  // Of an imported file as a whole.
  emptyFile: () => "The file is empty",
  utf16: () => "The file is in UTF-16. Save it as CSV UTF-8",
  spreadsheetFile: () => "The file is a spreadsheet. Open it and save it as CSV UTF-8",
  binaryFile: () => "The file is not text. Save the table as CSV UTF-8",
  firstLine: () => "The first line is too long to be the names of columns",
  unknownColumns: (_label, param) => `No kind has the columns ${param}. Rename or remove them`,
  knownColumns: (_label, param) => `Known columns are ${param}`,
  columnTwice: (_label, param) => `The file has more than one column ${param}`,
  noKindColumn: () => "The file has no column kind. Add it, or name one kind for all rows",
  noAccount: (_label, param) => `There is no account with the e-mail ${param}, or it is suspended`,
  // Of one row of it.
  notUtf8: (label) => `${label} is not UTF-8. Save the table as CSV UTF-8`,
  cellCount: (_label, param) => `The row must have ${param} cells, as many as the first line`,
  otherKind: (label) => `${label} is not a field of this kind. Leave it empty`,
  date: (label) => `${label} must be a date, such as 2024-05-31 or 2024-05-31T10:00:00Z`,
  noParent: (label) => `${label} is not in the archive, or can't be answered yet`,
  idTaken: (label, param) => `${label} is already that of another kind: ${param}`,
  quoteNotClosed: () =>
    "The quotation mark that opens in this row is never closed. Nothing from here on was read",
  recordSize: () =>
    `This row has more than ${maxMegabytes.importedRow} MB; perhaps a quotation mark is not closed. Nothing from here on was read`,
};
