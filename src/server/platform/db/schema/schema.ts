import type { Kysely, Transaction } from "kysely";
import type { AuditAction } from "../../../../shared/moderating/audit.ts";
import type { FacetColumns, FacetKeys } from "../../../../shared/facets/facet-columns.ts";
import type { BetterCopyColumns } from "./better-copy-columns.ts";
import type { Status } from "../../../../shared/items/status.ts";
import type { ChangeFeed } from "../changes/change-feed.ts";
import type { ConnectionNeed, PoolName, PoolUse } from "../on-query.ts";
import type { WritePause } from "../write-pause.ts";
import type { ContactDetailsTable, ContactMessageTable } from "./contact-tables.ts";
import type { RatingTable, ReportTable, TakedownTable, VoteTable } from "./feedback-tables.ts";
import type { BrokenLinkTable, DriveCopyFileTable, DriveCopyTable, LinkCheckTable } from "./link-tables.ts";
import type { CourseTables } from "./course-tables.ts";
import type { DeskTables } from "./desk-tables.ts";
import type { JobTable, JobUseTable, RateLimitTable } from "./job-tables.ts";
import type { ChangeTable, DeletionRequestTable } from "./moderation-tables.ts";
import type { ModeratorAreaTable, StoredRole } from "./role-tables.ts";
import type { OperationsSampleTable } from "./operations-tables.ts";
import type { NoticeTables } from "./notice-tables.ts";
import type { PileTables } from "./pile-tables.ts";
import type { NotSameTable } from "./similar-tables.ts";
import type { FileTable, PageHeadTable, PageTextTable, PaperTable, UploadLockTable } from "./file-tables.ts";
import type { SavedTables } from "./saved-tables.ts";
import type { SearchTables } from "./search-tables.ts";
import type { TrustedContributorTable, TrustedItemTable, WaitingMailTable } from "./trust-tables.ts";
import type { ResourcePeriodTable, ResourceTotalTable } from "./total-tables.ts";
import type { UniversityTables } from "./university-tables.ts";
import type { WantedTables } from "./wanted-tables.ts";

export type { ContactMessageTable } from "./contact-tables.ts";
export type { JobTable, JobUseTable, RateLimitTable } from "./job-tables.ts";
export type { DriveCopyTable } from "./link-tables.ts";
export type { ChangeTable, DeletionOutcome, DeletionRequestTable } from "./moderation-tables.ts";
export type { RatingTable, ReportTable, TakedownTable, VoteTable } from "./feedback-tables.ts";
export type { FileTable, PageHeadTable, PageTextTable, PaperTable, UploadLockTable } from "./file-tables.ts";

/** An item of any kind. Times are epoch milliseconds on both engines. */
export interface ResourceTable extends FacetColumns, FacetKeys, BetterCopyColumns {
  id: string;
  kind: string;
  status: Status;
  /**
   * Why the item is Cancelled, for its contributor; null for other statuses, or if the admin entered no
   * reason.
   */
  reason: string | null;
  /**
   * The earlier status of a removed item, which is now Cancelled. A restored item gets this status back. Null
   * for all other items.
   */
  removedFrom: Status | null;
  /** 1 if a moderator returned the Cancelled item, so that its contributor may fix it and send it again. */
  returned: number;
  /** The contributor's account; null if an import named a person without an account. */
  uploaderId: string | null;
  /** The name and email from the import, for items without an account. */
  userName: string;
  email: string;
  parentId: string | null;
  title: string;
  link: string | null;
  linkKey: string | null;
  fileKey: string | null;
  /** JSON of the fields without a column. */
  details: string;
  /**
   * `searchText` holds the words for the index, from `searchTokens()` in the form ` word fact=value … `.
   * `searchTitle` holds `titleWords()`, which rank results.
   */
  searchText: string;
  searchTitle: string;
  /** Grows by 1 with each edit and each change of status. */
  version: number;
  createdAt: number;
  updatedAt: number;
}

export interface ReviewTable {
  id: string;
  userId: string;
  comment: string;
  rating: string;
  createdAt: number;
}

/**
 * A person. Passwords, identities and second factors are in separate tables, so that queries for people never
 * read these secrets.
 */
export interface UserTable {
  id: string;
  email: string;
  /** Null until the person opens a mailed link, or a provider confirms the address. */
  emailVerifiedAt: number | null;
  displayName: string;
  /** The address of an external photo. */
  photoURL: string | null;
  /** The key of an uploaded photo. */
  photoKey: string | null;
  department: string | null;
  roll: string | null;
  university: string | null;
  complete: number;
  role: StoredRole;
  suspendedAt: number | null;
  createdAt: number;
  updatedAt: number;
}

export interface PasswordTable {
  userId: string;
  /** Argon2id in the PHC string format. */
  hash: string;
  changedAt: number;
}

/** A person's account at an OpenID Connect provider. */
export interface IdentityTable {
  /** The provider's issuer. */
  provider: string;
  subject: string;
  userId: string;
  createdAt: number;
}

export interface SessionTable {
  id: string;
  /** The SHA-256 of the token in the browser's cookie. The token itself is not stored. */
  tokenHash: string;
  userId: string;
  userAgent: string | null;
  createdAt: number;
  /** The time of the person's last proof, at the login or later, in epoch milliseconds. */
  provedAt: number;
  /**
   * The time when the person entered the second factor. If null, the session of a person with a second factor
   * has no rights.
   */
  mfaAt: number | null;
  expiresAt: number;
}

/** A mailed link, which can be used once. */
export interface EmailTokenTable {
  id: string;
  purpose: EmailTokenPurpose;
  /** The SHA-256 of the token in the link. */
  tokenHash: string;
  /** Null for a sign-up, because the link creates the account. */
  userId: string | null;
  /** The address that received the link. */
  email: string;
  /** JSON of the data for this purpose. */
  payload: string;
  expiresAt: number;
}
export type EmailTokenPurpose = "signUp" | "resetPassword" | "changeEmail";

/** A person's authenticator app. */
export interface SecondFactorTable {
  userId: string;
  /** The secret, encrypted with a key from the server's secret. */
  secret: string;
  /** Null until the person enters a first code. An unconfirmed second factor is not required at login. */
  confirmedAt: number | null;
  /** The newest time step with a used code. Codes of this step and of older steps are no longer valid. */
  lastStep: number;
  failures: number;
  lockedUntil: number;
}

/** An unused recovery code, which can replace the authenticator app once. */
export interface RecoveryCodeTable {
  userId: string;
  codeHash: string;
}

/**
 * The actions on people and items, with their actors. The trail has no foreign keys, because it outlives the
 * rows to which it refers.
 */
export interface AuditTable {
  id: string;
  at: number;
  /** The id of the acting admin; null for the command line. */
  actorId: string | null;
  /** The email at the time of the action. */
  actorEmail: string | null;
  targetId: string;
  /** For an item, its contributor's email; "" if the item no longer exists. */
  targetEmail: string;
  action: AuditAction;
  /** JSON of the data for this action. */
  details: string;
}

/** A newsletter subscription, confirmed or waiting for confirmation. */
export interface SubscriptionTable {
  id: string;
  email: string;
  /**
   * The token in the link of every newsletter. The token can only end this subscription, so it is stored
   * without a hash.
   */
  leaveToken: string;
  /** The SHA-256 of the token in the confirmation link; null after confirmation, or if no link is mailed. */
  confirmHash: string | null;
  askedAt: number;
  /** The job that mails the link. A retry of this job may mail again at once; a different job must wait. */
  askedBy: string | null;
  /** Null until the person opens the link. */
  confirmedAt: number | null;
}

/** Settings of the archive itself, such as the loaded sample. */
export interface SettingTable {
  name: string;
  value: string;
}

export interface Schema
  extends
    CourseTables,
    DeskTables,
    NoticeTables,
    PileTables,
    SavedTables,
    SearchTables,
    UniversityTables,
    WantedTables {
  resource: ResourceTable;
  resourceTotal: ResourceTotalTable;
  resourcePeriod: ResourcePeriodTable;
  file: FileTable;
  review: ReviewTable;
  contactMessage: ContactMessageTable;
  users: UserTable;
  password: PasswordTable;
  identity: IdentityTable;
  session: SessionTable;
  emailToken: EmailTokenTable;
  secondFactor: SecondFactorTable;
  recoveryCode: RecoveryCodeTable;
  subscription: SubscriptionTable;
  vote: VoteTable;
  rating: RatingTable;
  report: ReportTable;
  takedown: TakedownTable;
  deletionRequest: DeletionRequestTable;
  change: ChangeTable;
  brokenLink: BrokenLinkTable;
  linkCheck: LinkCheckTable;
  driveCopy: DriveCopyTable;
  driveCopyFile: DriveCopyFileTable;
  notSame: NotSameTable;
  paper: PaperTable;
  pageHead: PageHeadTable;
  pageText: PageTextTable;
  setting: SettingTable;
  contactDetails: ContactDetailsTable;
  job: JobTable;
  jobUse: JobUseTable;
  audit: AuditTable;
  rateLimit: RateLimitTable;
  uploadLock: UploadLockTable;
  operationsSample: OperationsSampleTable;
  moderatorArea: ModeratorAreaTable;
  trustedContributor: TrustedContributorTable;
  trustedItem: TrustedItemTable;
  waitingMail: WaitingMailTable;
}

export type Query = Kysely<Schema>;

/** The database of one archive, on either engine. */
export interface Database {
  engine: "sqlite" | "postgres";
  /** A connection that sees only committed data. */
  read: Query;
  /** On SQLite, the only write connection, behind a mutex. On PostgreSQL, connections that `read` does not use. */
  write: Query;
  /**
   * Runs a read on the replica, if there is one and it has everything that was committed before the call; otherwise like
   * `read`. Only for exports and charts: what visitors see, and what the response cache stores, uses `read`.
   */
  onReplica<T>(read: (db: Query) => Promise<T>): Promise<T>;
  /** Runs work in a transaction of `write`. An error rolls it back. See `afterCommit`. */
  transaction<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>;
  changeFeed: ChangeFeed;
  /** The use of each connection pool now; empty on SQLite. */
  poolUse(): Partial<Record<PoolName, PoolUse>>;
  /** Whether PostgreSQL doesn't answer, so that the server refuses requests at once. */
  isUnresponsive(): boolean;
  /** @param processes of this machine @returns undefined on SQLite @throws the database's error */
  connectionNeed(processes: number): Promise<ConnectionNeed | undefined>;
  /** The pause of writes while the archive moves to PostgreSQL; undefined if there is none. */
  writePause(): WritePause | undefined;
  /** Runs long work, such as a migration, on a connection without a time limit for statements. */
  withoutTimeout<T>(work: (db: Query) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
