import type { Kysely } from "kysely";
import type { AuditAction } from "../../shared/audit.ts";
import type { Role } from "../../shared/policy.ts";
import type { Status } from "../../shared/status.ts";

/** One row of any kind. Times are epoch milliseconds on both engines. */
export interface ResourceTable {
  id: string;
  kind: string;
  status: Status;
  /** The person's account; null where an import named somebody who has none. */
  uploaderId: string | null;
  /** Name and e-mail as given at import, for items without an account. */
  userName: string;
  email: string;
  parentId: string | null;
  title: string;
  department: string | null;
  subject: string | null;
  code: string | null;
  codeNorm: string | null;
  semester: string | null;
  year: number | null;
  university: string | null;
  examType: string | null;
  link: string | null;
  linkKey: string | null;
  fileKey: string | null;
  /** JSON of the fields that have no column. */
  details: string;
  /** ` word word … ` of `words()`, for search. */
  searchText: string;
  version: number;
  createdAt: number;
  updatedAt: number;
}

export interface FileTable {
  /** Random, so that the address of an unapproved item's file can't be guessed. */
  key: string;
  sha256: string;
  type: string;
  size: number;
  createdAt: number;
}

export interface ReviewTable {
  id: string;
  userId: string;
  comment: string;
  rating: string;
  createdAt: number;
}

export interface ContactMessageTable {
  id: string;
  name: string;
  email: string;
  sub: string;
  mess: string;
  createdAt: number;
}

/** Better Auth's tables keep its column types on both engines: ISO 8601 text for dates, 0 or 1 for booleans. */
export interface UserTable {
  id: string;
  email: string;
  emailVerified: number;
  displayName: string;
  photoURL: string | null;
  department: string | null;
  roll: string | null;
  university: string | null;
  complete: number;
  role: Role;
  suspendedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface SessionTable {
  id: string;
  userId: string;
  token: string;
  expiresAt: string;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface AccountTable {
  id: string;
  userId: string;
  accountId: string;
  providerId: string;
  accessToken: string | null;
  refreshToken: string | null;
  idToken: string | null;
  accessTokenExpiresAt: string | null;
  refreshTokenExpiresAt: string | null;
  scope: string | null;
  password: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface VerificationTable {
  id: string;
  identifier: string;
  value: string;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
}

/** What was done to a person, by whom. Nothing here refers to other tables: it outlives the people it names. */
export interface AuditTable {
  id: string;
  at: number;
  /** Null for the command line. */
  actorId: string | null;
  /** The addresses as they were then. */
  actorEmail: string | null;
  targetId: string;
  targetEmail: string;
  action: AuditAction;
  /** JSON of what belongs to the action. */
  details: string;
}

/** Facts about the archive itself, such as which sample was loaded. */
export interface SettingTable {
  name: string;
  value: string;
}

/** Work to do outside a request. A finished job's row is gone: its payload may hold personal data. */
export interface JobTable {
  id: string;
  kind: string;
  /** JSON, of a form that the kind's handler knows. */
  payload: string;
  /** `dead` is given up: kept for the operator, never claimed again. */
  state: "queued" | "running" | "dead";
  /** How often it was claimed. It also tells a claim from a later one of the same job. */
  attempts: number;
  /** Not before this moment. */
  runAt: number;
  /** While running: until when the claim holds. */
  leaseUntil: number | null;
  /** Name and codes of the last error, never its message: that may quote an address or a password. */
  lastError: string | null;
  createdAt: number;
  updatedAt: number;
}

export interface Schema {
  resource: ResourceTable;
  file: FileTable;
  review: ReviewTable;
  contactMessage: ContactMessageTable;
  users: UserTable;
  sessions: SessionTable;
  accounts: AccountTable;
  verifications: VerificationTable;
  setting: SettingTable;
  job: JobTable;
  audit: AuditTable;
}

export type Query = Kysely<Schema>;

/** One archive's database, whichever the engine. */
export interface Database {
  engine: "sqlite" | "postgres";
  /** Sees committed data only. */
  read: Query;
  /** On SQLite the one writer, behind a mutex; the same as `read` on PostgreSQL. */
  write: Query;
  close(): Promise<void>;
}
