export { type Core, type PlatformOptions, createPlatform } from "./compose.ts";
export { insertAudit } from "./audit/audit.repo.ts";
export { type Act, insertActAudit, insertItemAudit } from "./audit/item-audit.repo.ts";
export type { Client, Visit } from "./client.ts";
export { createHook, type Hook } from "./hook.ts";
export { type ChangeFeed, FRAME_TOPIC, SHARED_TOPIC, type Version } from "./db/changes/change-feed.ts";
export {
  BACKUP_LEASE,
  isBackupRunning,
  LEASE_LENGTH,
  releaseLease,
  renewLease,
  takeLease,
} from "./db/backup-lease.ts";
export {
  addSetting,
  addToSetting,
  deleteSettings,
  lockSetting,
  readSetting,
  replaceSetting,
  writeSetting,
} from "./db/settings.repo.ts";
export { countCreated } from "./db/count-created.ts";
export { lockUser } from "./db/lock-user.ts";
export { isKeptTotal } from "./db/kept-totals.ts";
export { FIRST_RELEASE } from "./db/contractions.ts";
export { migrate, migrations, schemaState } from "./db/migrate.ts";
export { NewerSchemaError, type SchemaState } from "./db/schema-state.ts";
export { compareVersions, productVersion } from "./version.ts";
export { fairConnections } from "./db/postgres/connection-need.ts";
export { isUnavailable, isUncertain, openDatabase, sqlitePath } from "./db/open.ts";
export type { ConnectionNeed, OnBusy, OnQuery, PoolName, PoolUse, QueryFacts } from "./db/on-query.ts";
export { listOf, pairsOf, rowsOf } from "./db/parameters.ts";
export { yieldIfLong } from "./event-loop.ts";
export type {
  ChangeTable,
  ContactMessageTable,
  Database,
  DeletionOutcome,
  DeletionRequestTable,
  DriveCopyTable,
  EmailTokenPurpose,
  EmailTokenTable,
  FileTable,
  IdentityTable,
  PageHeadTable,
  PageTextTable,
  PaperTable,
  PasswordTable,
  Query,
  RatingTable,
  ReportTable,
  ResourceTable,
  ReviewTable,
  Schema,
  SecondFactorTable,
  SessionTable,
  SubscriptionTable,
  TakedownTable,
  UploadLockTable,
  UserTable,
  VoteTable,
  JobTable,
} from "./db/schema/schema.ts";
export type { NoticeTable, ReasonTable } from "./db/schema/notice-tables.ts";
export type { CourseMergeTable } from "./db/schema/course-tables.ts";
export type { CourseFollowTable, CourseRequestTable, WantedPaperTable } from "./db/schema/wanted-tables.ts";
export type { ModeratorAreaTable } from "./db/schema/role-tables.ts";
export type { OperationsSampleTable } from "./db/schema/operations-tables.ts";
export type {
  DeskAction,
  DeskClaimTable,
  DeskDecisionItemTable,
  DeskDecisionTable,
  DeskEntryTable,
  DeskItemState,
} from "./db/schema/desk-tables.ts";
export type { OpenUploadTable } from "./db/schema/open-upload-table.ts";
export type { LargePdfTable } from "./db/schema/large-pdf-table.ts";
export type { PileFileTable, PileRowTable, PileTable, PileZipTable } from "./db/schema/pile-tables.ts";
export type { StoredRole } from "./db/schema/role-tables.ts";
export type {
  DepartmentMergeTable,
  DepartmentMoveTable,
  UniversityTable,
} from "./db/schema/university-tables.ts";
export type { SearchAliasTable } from "./db/schema/search-tables.ts";
export { openWritePause, type WritePauseLease } from "./db/sqlite/sqlite-write-pause.ts";
export { WRITE_PAUSE } from "./db/write-pause.ts";
export { newId, randomKey } from "./ids.ts";
export { hastenJob, jobsAbout } from "./jobs/jobs.repo.ts";
export { dayOf } from "./jobs/job-turns.repo.ts";
export { type JobsService, MAX_ATTEMPTS, type NewJob } from "./jobs/jobs.service.ts";
export { type JobChoice, type Lane, lanes } from "./jobs/lanes.ts";
export {
  createJobRunner,
  type JobKind,
  type JobKinds,
  type JobRunnerLog,
  type JobRunnerOptions,
  type RunApart,
} from "./jobs/job-runner.ts";
export { ProcessDied } from "./jobs/process-died.ts";
export { deviceCookie } from "./limits/device-cookie.ts";
export type { Allowance, LimitsService } from "./limits/limits.service.ts";
export { type LimitedAction, limitRates, UPLOAD_STEP, uploadRates } from "./limits/rates.ts";
export { networkOf, plainAddress } from "./limits/network.ts";
export { type MailLimits, mailLimitsFor, type DeliveryService } from "./mail/delivery.service.ts";
export { parseEml } from "./mail/eml.ts";
export { mailHandlers, type MailService } from "./mail/mail.service.ts";
export { createOutbox, type Outbox } from "./mail/outbox.ts";
export { type Mail, renderMail } from "./mail/render-mail.ts";
export { smtpTransport, type Transport } from "./mail/transport.ts";
export { type PermitHolder, withoutPermit, withPermitHolder } from "./permit.ts";
export {
  currentRequester,
  currentRequestId,
  inRequest,
  nameRequester,
  withPriority,
} from "./request-scope.ts";
export { createSemaphore, RequestAborted, type Requester } from "./semaphore.ts";
export { sessionCookie, siteCookie } from "./site-cookie.ts";
