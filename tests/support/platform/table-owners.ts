import type { Schema } from "../../../src/server/platform/db/schema/schema.ts";

/** A module of src/server. */
export type ServerModule =
  | "platform"
  | "files"
  | "people"
  | "library"
  | "contributing"
  | "following"
  | "moderating"
  | "site"
  | "operations";

/** Tables that only one engine has, or that only raw SQL uses. */
type UntypedTable = "cacheNode" | "move" | "moveTable" | "searchIndex";

/** Names the module that writes each table. Triggers of migrations also write other tables, such as totals. */
export const TABLE_OWNERS: Readonly<Record<keyof Schema | UntypedTable, ServerModule>> = {
  setting: "platform",
  job: "platform",
  jobUse: "platform",
  audit: "platform",
  rateLimit: "platform",
  cacheNode: "platform",
  file: "files",
  paper: "files",
  pageHead: "files",
  pageText: "files",
  largePdf: "files",
  openUpload: "files",
  uploadLock: "files",
  users: "people",
  password: "people",
  identity: "people",
  session: "people",
  emailToken: "people",
  secondFactor: "people",
  recoveryCode: "people",
  moderatorArea: "people",
  resource: "library",
  resourceTotal: "library",
  resourcePeriod: "library",
  university: "library",
  universityName: "library",
  departmentMerge: "library",
  departmentMove: "library",
  course: "library",
  courseCell: "library",
  courseFact: "library",
  courseCount: "library",
  courseShelf: "library",
  courseMerge: "library",
  courseName: "library",
  examNotHeld: "library",
  termMonth: "library",
  notice: "library",
  noticeSetting: "library",
  noticeMailing: "library",
  change: "library",
  vote: "library",
  rating: "library",
  report: "library",
  brokenLink: "library",
  linkCheck: "library",
  driveCopy: "library",
  driveCopyFile: "library",
  notSame: "library",
  searchEntry: "library",
  searchDoubt: "library",
  searchWord: "library",
  searchAlias: "library",
  searchIndex: "library",
  pile: "contributing",
  pileRow: "contributing",
  pileFile: "contributing",
  pileZip: "contributing",
  savedList: "following",
  savedItem: "following",
  courseRequest: "following",
  wantedPaper: "following",
  courseFollow: "following",
  courseNews: "following",
  deskClaim: "moderating",
  deskEntry: "moderating",
  deskSimilar: "moderating",
  deskDecision: "moderating",
  deskDecisionItem: "moderating",
  reason: "moderating",
  takedown: "moderating",
  deletionRequest: "moderating",
  trustedContributor: "moderating",
  trustedItem: "moderating",
  waitingMail: "moderating",
  review: "site",
  contactMessage: "site",
  contactDetails: "site",
  subscription: "site",
  operationsSample: "operations",
  move: "operations",
  moveTable: "operations",
};
