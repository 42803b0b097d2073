/** What the audit trail tells of. */
export const auditActions = ["grantAdmin", "revokeAdmin", "suspend", "reinstate"] as const;
export type AuditAction = (typeof auditActions)[number];
