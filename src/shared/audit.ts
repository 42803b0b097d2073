import type { Status } from "./status.ts";

/** Actions of admins on people. */
export const personActions = ["grantAdmin", "revokeAdmin", "suspend", "reinstate"] as const;
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
  | "notSame";

/** Actions of admins on short names of courses. */
export type AliasAction = "addAlias" | "removeAlias";

/** All actions that the audit trail records. */
export type AuditAction = PersonAction | "deleteAccount" | ItemAction | AliasAction | "setContactDetails";

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
}
