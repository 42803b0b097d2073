/**
 * Work outside a request. The row of a finished job is deleted, because its payload may hold personal data.
 */
export interface JobTable {
  id: string;
  kind: string;
  /** JSON in the format that the kind's handler expects. */
  payload: string;
  /** The lane, which decides which runners claim the job; see `lanes` (src/server/platform/jobs/lanes.ts). */
  lane: string;
  /** The id of the account that the job works for; "" for the archive's own work. */
  owner: string;
  /** A key to find the job, such as a file's SHA-256; null if no code needs to find it. */
  subject: string | null;
  /**
   * `dead` means that all attempts failed. The row is kept for the operator, and the job does not run again
   * unless the operator requests it.
   */
  state: "queued" | "running" | "dead";
  /**
   * How often the job was claimed. The number also distinguishes an earlier claim from a later claim of the
   * same job.
   */
  attempts: number;
  /**
   * How often the process that ran the job died: a claim ended without a result. Each of these claims is one of `attempts`,
   * but no failure.
   */
  deaths: number;
  /** The earliest time to run, in epoch milliseconds. */
  runAt: number;
  /** The time when the claim of a running job expires, in epoch milliseconds; otherwise null. */
  leaseUntil: number | null;
  /**
   * The name and codes of the last error. The message is not stored, because it may quote an address or a
   * password.
   */
  lastError: string | null;
  /** The id of the request that enqueued the job, for log lines; null for the archive's own work. */
  requestId: string | null;
  createdAt: number;
  updatedAt: number;
}

/** The time and pages that one owner's jobs used on one day, so that owners take turns. */
export interface JobUseTable {
  /** The owner as in `JobTable`; `*` means all owners together. */
  owner: string;
  /** The day, as days since 1970 in UTC. */
  day: number;
  /**
   * The owner's position, in ms: a new owner starts at the common position, and each job adds its running
   * time. The owner with the lowest position goes first. The common position is the position of the last
   * claimed job's owner.
   */
  turnMs: number;
  /** How many pages were recognised with OCR. */
  pages: number;
}

/** The used part of one rate limit. */
export interface RateLimitTable {
  /** A keyed hash of the action, and of the account or address whose attempts are counted. */
  key: string;
  /**
   * The time when all attempts are available again, in epoch milliseconds. After this time, the row is not
   * needed.
   */
  fullAt: number;
}
