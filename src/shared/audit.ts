import type { Status } from "./status.ts";

/** Acts of admins on people. */
export const personActions = ["grantAdmin", "revokeAdmin", "suspend", "reinstate"] as const;
export type PersonAction = (typeof personActions)[number];

/** Acts of admins on items. */
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

/** Acts of admins on short names of courses. */
export type AliasAction = "addAlias" | "removeAlias";

/** The subjects of the audit trail. */
export type AuditAction = PersonAction | "deleteAccount" | ItemAction | AliasAction | "setContactDetails";

/** What the trail keeps of an item, which it may outlive. */
export interface ItemFacts {
  kind: string;
  title: string;
}

/** The details of an entry about an item. */
export interface ItemEntry extends ItemFacts {
  /** Of a status that was set. */
  status?: Status | undefined;
  /** In the admin's words. */
  reason?: string | undefined;
}
