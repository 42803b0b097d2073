/** What the audit trail tells of. */
export const auditActions = ["grantAdmin", "revokeAdmin", "suspend", "reinstate", "deleteAccount"] as const;
export type AuditAction = (typeof auditActions)[number];

/** What admins do to people. */
export const personActions = ["grantAdmin", "revokeAdmin", "suspend", "reinstate"] as const;
export type PersonAction = (typeof personActions)[number];
