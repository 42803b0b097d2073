import type { LinkProblem } from "./drive-link.ts";
import type { PaperRefusal } from "./paper.ts";

/**
 * The problems of a field, of a form or of an imported file. `messages/en-problems.ts` has a sentence for
 * each; tsc reports a code without one.
 */
export type ProblemCode =
  | PaperRefusal
  | LinkProblem
  | "required"
  | "tooLong"
  | "tooShort"
  | "tooMany"
  | "characters"
  | "year"
  | "yearFilter"
  | "letters"
  | "choice"
  | "set"
  | "whole"
  | "status"
  | "rating"
  | "email"
  | "replyAddress"
  | "phone"
  | "url"
  | "id"
  | "fileGone"
  | "fileUsed"
  | "linkOrFile"
  | "quota"
  | "imageData"
  | "imageSize"
  | "imageMixed"
  | "imageHeavy"
  | "emailTaken"
  | "wrongPassword"
  | "wrongPasswordNow"
  | "wrongSignUpPassword"
  | "oneTimeCode"
  | "wrongCode"
  | "wrongRecoveryCode"
  | "wrongAppCode"
  | "emailOwn"
  | "commonPassword"
  | "passwordHoldsEmail"
  | "passwordAgain"
  | "passwordsDiffer"
  | "onlyWayIn"
  | "lastAdmin"
  | "suspendSelf"
  | "agree"
  | "itemAddress"
  | "oneWord"
  | "notHere"
  | "unknownField"
  | "text"
  | "object"
  | "wrongType"
  | "invalid"
  // Problems of a whole imported file.
  | "emptyFile"
  | "utf16"
  | "spreadsheetFile"
  | "binaryFile"
  | "firstLine"
  | "unknownColumns"
  | "knownColumns"
  | "columnTwice"
  | "noKindColumn"
  | "noAccount"
  // Problems of one row of an imported file.
  | "notUtf8"
  | "cellCount"
  | "otherKind"
  | "date"
  | "noParent"
  | "idTaken"
  | "quoteNotClosed"
  | "recordSize";

/** A code and its parameter, if it has one, as a schema reports them. `validate` reads them. */
export type ProblemMessage = ProblemCode | `${ProblemCode}:${string}`;
