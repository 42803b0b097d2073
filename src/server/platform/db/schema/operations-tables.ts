/** The measurements of one minute on one machine. They are kept for 14 days. */
export interface OperationsSampleTable {
  /** The start of the minute, in epoch milliseconds. */
  at: number;
  /** The name of the machine, because several servers can share a database. */
  machine: string;
  /** In one minute. The row after a pause has the average of the minutes since the row before. */
  requests: number;
  /** The responses with a status of 500 or more, since the row before. */
  errors: number;
  /** 95 % of the requests took at most this time, in ms; null without a request. */
  p95Ms: number | null;
  /** The requests that the response cache answered, since the row before. */
  cacheHits: number;
  /** The requests that the response cache could answer, since the row before. */
  cacheLookups: number;
  /** The waiting jobs of the archive. */
  queued: number;
  /** The jobs of the archive that failed too often. */
  dead: number;
  /** The scanned pages of the archive that wait for text recognition. */
  pagesWaiting: number;
  /** The free space for the data folder, in bytes. */
  diskFree: number;
  /** The memory of the machine's cluster workers together, in bytes. */
  memory: number;
}
