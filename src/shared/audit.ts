import type { Status } from "./status.ts";

/** What admins do to people. */
export const personActions = ["grantAdmin", "revokeAdmin", "suspend", "reinstate"] as const;
export type PersonAction = (typeof personActions)[number];

/** What admins do to items. */
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

/** What admins do to what courses are called for short. */
export type AliasAction = "addAlias" | "removeAlias";

/** What the audit trail tells of. */
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
