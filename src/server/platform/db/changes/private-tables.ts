/**
 * Tables that visitors never see, and tables that are derived from other tables. Triggers announce
 * changes to all other tables (migrations/baseline/public-changes.ts); `change-feed.engine.test.ts` names the exceptions.
 */
export const privateTables: ReadonlySet<string> = new Set([
  "audit",
  "brokenLink",
  "cacheNode",
  "change",
  "contactMessage",
  "course",
  "courseCell",
  "courseCount",
  "courseFact",
  "courseShelf",
  "deletionRequest",
  "departmentMove",
  "deskClaim",
  "deskDecision",
  "deskDecisionItem",
  "deskEntry",
  "deskSimilar",
  "driveCopy",
  "driveCopyFile",
  "emailToken",
  "generation",
  "identity",
  "job",
  "jobUse",
  "linkCheck",
  "moderatorArea",
  "notSame",
  "notice",
  "noticeMailing",
  "noticeSetting",
  "openUpload",
  "operationsSample",
  "pageHead",
  "password",
  "largePdf",
  "pile",
  "pileFile",
  "pileRow",
  "pileZip",
  "rateLimit",
  "reason",
  "recoveryCode",
  "report",
  "resourcePeriod",
  "resourceTotal",
  "courseNews",
  "savedItem",
  "savedList",
  "searchDoubt",
  "searchWord",
  "secondFactor",
  "session",
  "setting",
  "subscription",
  "takedown",
  "trustedContributor",
  "trustedItem",
  "uploadLock",
  "waitingMail",
  "wantedPaper",
]);

const WRITES = /^\s*(?:insert into|update|delete from)\s+"?(\w+)"?/i;
const WRITES_WITH = /^\s*(?:with|merge)\b.*\b(?:insert|update|delete)\b/is;

/** Whether a statement may change data that visitors see. */
export function changesPublicData(sql: string): boolean {
  const [, table] = WRITES.exec(sql) ?? [];
  return table === undefined ? WRITES_WITH.test(sql) : !privateTables.has(table);
}
