import type { Status } from "../items/status.ts";

/** Actions of admins on people. */
export const personActions = [
  "grantAdmin",
  "revokeAdmin",
  "revokeModerator",
  "suspend",
  "reinstate",
] as const;
export type PersonAction = (typeof personActions)[number];

/** Actions of admins on items. */
export type ItemAction =
  | "setStatus"
  | "editItem"
  | "approveChange"
  | "refuseChange"
  | "removeItem"
  | "restoreItem"
  | "grantDeletion"
  | "refuseDeletion"
  | "acceptTakedown"
  | "refuseTakedown"
  | "dismissReports"
  | "publishTrusted"
  | "checkItem"
  | "notSame"
  | "replaceFile"
  | "becomeFile"
  | "undoDecision";

/** Actions of admins on short names of courses. */
const aliasActions = ["addAlias", "removeAlias"] as const;
export type AliasAction = (typeof aliasActions)[number];

/** Actions of admins on universities. */
const universityActions = ["addUniversity", "saveUniversity", "mergeUniversity"] as const;
export type UniversityAction = (typeof universityActions)[number];

/** Actions of admins on departments of universities. */
const departmentActions = ["mergeDepartment", "undoDepartmentMerge"] as const;
export type DepartmentAction = (typeof departmentActions)[number];

/** Actions of admins and moderators on courses. */
const courseActions = [
  "renameCourse",
  "mergeCourse",
  "undoCourseMerge",
  "recordNotHeld",
  "takeBackNotHeld",
  "setTermMonths",
] as const;
export type CourseAction = (typeof courseActions)[number];

/** Actions of admins on reasons for returning items. */
const reasonActions = ["addReason", "changeReason", "moveReason", "removeReason", "restoreReason"] as const;
export type ReasonAction = (typeof reasonActions)[number];

/** Actions whose entries have a `NameEntry`. */
export const nameActions: readonly string[] = [
  ...aliasActions,
  ...universityActions,
  ...departmentActions,
  ...courseActions,
  ...reasonActions,
];

/** All actions that the audit trail records. */
export type AuditAction =
  | PersonAction
  | "grantModerator"
  | "trustContributor"
  | "suspendTrust"
  | "resumeTrust"
  | "endTrust"
  | "saveTrustSettings"
  | "deleteAccount"
  | ItemAction
  | AliasAction
  | UniversityAction
  | DepartmentAction
  | CourseAction
  | ReasonAction
  | "setContactDetails";

/** The data about an item that the trail stores. This data is kept even if the item is deleted. */
export interface ItemFacts {
  kind: string;
  title: string;
}

/** The details of an entry about an item. */
export interface ItemEntry extends ItemFacts {
  /** The new status, if a status was set. */
  status?: Status | undefined;
  /** The reason as the admin wrote it. */
  reason?: string | undefined;
  /** The setting that made the change; undefined if a person did. */
  setting?: "trustedContributors" | undefined;
  /** The id of the decision at the desk, which can be undone. */
  decision?: string | undefined;
  /** Whether the contributor may fix the Cancelled item and send it again. */
  returned?: boolean | undefined;
  /** Whether the admin acted on an item that they contributed. */
  own?: true | undefined;
}

/** An area of a moderator in an entry; a text is "" for every university or every department. */
export interface AreaEntry {
  university: string;
  department: string;
}

/** The names in an entry about a short name, a university, a department or a course. */
export interface NameEntry {
  name: string;
  /** The phrase of a short name, the new name, what it was merged into, or an exam of a course. */
  into?: string | undefined;
  /** The id of the university, if the entry is about a department. */
  university?: string | undefined;
}
