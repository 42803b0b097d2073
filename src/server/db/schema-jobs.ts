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

/** How much of one limit is used up. */
export interface RateLimitTable {
  /** A keyed hash of what is limited, and by what. */
  key: string;
  /** When all tries are there again. Once that is past the row says nothing. */
  fullAt: number;
}
