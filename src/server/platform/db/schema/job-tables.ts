/** Work to do outside a request. A finished job's row is gone: its payload may hold personal data. */
export interface JobTable {
  id: string;
  kind: string;
  /** JSON, of a form that the kind's handler knows. */
  payload: string;
  /** Which runners take it; see `lanes` (src/server/platform/jobs/lanes.ts). */
  lane: string;
  /** The id of the account that the job works for; "" for the archive's own work. */
  owner: string;
  /** The key to find the job by, such as a file's SHA-256; null if nobody looks for it. */
  subject: string | null;
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

/** How much the jobs of one owner used on one day, so that runners take people in turn. */
export interface JobUseTable {
  /** See `JobTable`; `*` stands for everybody. */
  owner: string;
  /** Days since 1970, in UTC. */
  day: number;
  /**
   * How long runners worked for the owner, in ms, counted from the common position when the owner came: the owner with
   * less goes first. The common position is that of the owner of the last claimed job.
   */
  turnMs: number;
  /** How many pages went to a recogniser. */
  pages: number;
}

/** How much of one limit is used up. */
export interface RateLimitTable {
  /** A keyed hash of what is limited, and by what. */
  key: string;
  /** When all tries are there again. Once that is past the row says nothing. */
  fullAt: number;
}
