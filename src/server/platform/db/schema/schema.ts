import type { Kysely, Transaction } from "kysely";
import type { AuditAction } from "../../../../shared/audit.ts";
import type { CountedFacet, FacetColumns, FacetKeys } from "../../../../shared/facets.ts";
import type { Role } from "../../../../shared/policy.ts";
import type { Status } from "../../../../shared/status.ts";
import type { ChangeFeed } from "../changes/change-feed.ts";
import type { ContactDetailsTable, ContactMessageTable } from "./contact-tables.ts";
import type { RatingTable, ReportTable, TakedownTable, VoteTable } from "./feedback-tables.ts";
import type { BrokenLinkTable, LinkCheckTable } from "./link-tables.ts";

import type { JobTable, JobUseTable, RateLimitTable } from "./job-tables.ts";
import type { ChangeTable, DeletionRequestTable } from "./moderation-tables.ts";
import type { NotSameTable } from "./similar-tables.ts";
import type { FileTable, PageTextTable, PaperTable, UploadLockTable } from "./file-tables.ts";
import type { SearchTables } from "./search-tables.ts";

export type { ContactMessageTable } from "./contact-tables.ts";
export type { JobTable, JobUseTable, RateLimitTable } from "./job-tables.ts";
export type { ChangeTable, DeletionOutcome, DeletionRequestTable } from "./moderation-tables.ts";
export type { RatingTable, ReportTable, TakedownTable, VoteTable } from "./feedback-tables.ts";
export type { FileTable, PageTextTable, PaperTable, UploadLockTable } from "./file-tables.ts";

/** One row of any kind. Times are epoch milliseconds on both engines. */
export interface ResourceTable extends FacetColumns, FacetKeys {
  id: string;
  kind: string;
  status: Status;
  /** Why it is Cancelled, for its contributor; null in every other status, and without a reason. */
  reason: string | null;
  /** A removed item is Cancelled, and keeps here what it was before: what restoring gives back. Null for all others. */
  removedFrom: Status | null;
  /** The person's account; null if an import named a person without one. */
  uploaderId: string | null;
  /** Name and email from the import, for items without an account. */
  userName: string;
  email: string;
  parentId: string | null;
  title: string;
  link: string | null;
  linkKey: string | null;
  fileKey: string | null;
  /** JSON of the fields that have no column. */
  details: string;
  /** ` word fact=value … ` of `searchTokens()`, what the index knows; and `titleWords()`, by which results are ranked. */
  searchText: string;
  searchTitle: string;
  /** One more with each edit and each change of status. */
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** How many items there are of a combination of facets, by their normal forms; triggers keep it. */
export interface ResourceTotalTable extends Record<CountedFacet, string> {
  kind: string;
  status: Status;
  /** Which facets are told, a bit each; the others are "". */
  facets: number;
  /** A value alone, in letters as contributed, if those differ from its normal form; else "". */
  spelling: string;
  n: number;
}

/** How many items were contributed in a period of so many days, counted from the epoch; triggers keep it. */
export interface ResourcePeriodTable {
  kind: string;
  status: Status;
  /** 30 or 1. */
  days: number;
  period: number;
  n: number;
}

export interface ReviewTable {
  id: string;
  userId: string;
  comment: string;
  rating: string;
  createdAt: number;
}

/** A person. What proves who they are stands in tables of its own, so that no query for a person brings it along. */
export interface UserTable {
  id: string;
  email: string;
  /** Null until a mailed link was followed, or a provider vouched for the address. */
  emailVerifiedAt: number | null;
  displayName: string;
  /** An address elsewhere. */
  photoURL: string | null;
  /** Of the file in place of an address. */
  photoKey: string | null;
  department: string | null;
  roll: string | null;
  university: string | null;
  complete: number;
  role: Role;
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
  /** SHA-256 of the token in the browser's cookie; the token itself is kept nowhere. */
  tokenHash: string;
  userId: string;
  userAgent: string | null;
  createdAt: number;
  /** When the person last proved who they are: at sign-in, or again since. */
  provedAt: number;
  /**
   * When the person gave the second factor; null leaves a person who has one with half a session, which opens nothing.
   */
  mfaAt: number | null;
  expiresAt: number;
}

/** A link that was mailed, and works once. */
export interface EmailTokenTable {
  id: string;
  purpose: EmailTokenPurpose;
  /** SHA-256 of the token in the link. */
  tokenHash: string;
  /** Null for a sign-up: the person is made when the link is followed. */
  userId: string | null;
  /** The address that it was mailed to. */
  email: string;
  /** JSON of what belongs to the purpose. */
  payload: string;
  expiresAt: number;
}
export type EmailTokenPurpose = "signUp" | "resetPassword" | "changeEmail";

/** A person's authenticator app. */
export interface SecondFactorTable {
  userId: string;
  /** Encrypted with a key made of the server's secret. */
  secret: string;
  /** Null until a first code was given: an unconfirmed one is asked of nobody. */
  confirmedAt: number | null;
  /** The newest time step whose code was used: neither it nor an older one counts again. */
  lastStep: number;
  failures: number;
  lockedUntil: number;
}

/** A code that was not used yet, in place of the authenticator app. */
export interface RecoveryCodeTable {
  userId: string;
  codeHash: string;
}

/**
 * The acts on people and items, with their actors. It refers to no other table, because it outlives the rows that it
 * names.
 */
export interface AuditTable {
  id: string;
  at: number;
  /** Null for the command line. */
  actorId: string | null;
  /** The addresses as they were then. */
  actorEmail: string | null;
  targetId: string;
  /** Of an item, its contributor's; "" where the item is gone. */
  targetEmail: string;
  action: AuditAction;
  /** JSON of what belongs to the action. */
  details: string;
}

/** An address on the newsletter's list, or one that was asked whether it wants to be. */
export interface SubscriptionTable {
  id: string;
  email: string;
  /** In the link of every newsletter. It does nothing but end this subscription, so it is kept as it is. */
  leaveToken: string;
  /** SHA-256 of the token in the link that confirms; null once it was followed, or where no link is mailed. */
  confirmHash: string | null;
  askedAt: number;
  /** The job that mails the link: its next attempt may mail again, another job not so soon. */
  askedBy: string | null;
  /** Null until the link was followed. */
  confirmedAt: number | null;
}

/** Facts about the archive itself, such as which sample was loaded. */
export interface SettingTable {
  name: string;
  value: string;
}

export interface Schema extends SearchTables {
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
  notSame: NotSameTable;
  paper: PaperTable;
  pageText: PageTextTable;
  setting: SettingTable;
  contactDetails: ContactDetailsTable;
  job: JobTable;
  jobUse: JobUseTable;
  audit: AuditTable;
  rateLimit: RateLimitTable;
  uploadLock: UploadLockTable;
}

export type Query = Kysely<Schema>;

/** One archive's database, whichever the engine. */
export interface Database {
  engine: "sqlite" | "postgres";
  /** Sees committed data only. */
  read: Query;
  /** On SQLite the one writer, behind a mutex; the same as `read` on PostgreSQL. */
  write: Query;
  /** Runs work in a transaction of `write`; an error rolls it back. See `afterCommit`. */
  transaction<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>;
  /** Whether what the public sees has changed. */
  changeFeed: ChangeFeed;
  /** Runs long work, such as a migration, on a connection whose statements may take as long as they need. */
  withoutTimeout<T>(work: (db: Query) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
