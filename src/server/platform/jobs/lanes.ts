/**
 * The lanes of jobs. Each lane has its own runners, so that no lane waits for another lane. Only `heads` and
 * `pages` share runners, which run `heads` first.
 */
export const lanes = {
  /** Mails and other short work, in the order in which they were enqueued. */
  mail: "mail",
  /** Checks of external links, which can take long. */
  links: "links",
  /** Copies of files on Google Drive. */
  copies: "copies",
  /** Large PDFs that become smaller. */
  shrink: "shrink",
  /** The rebuild of the search index. */
  index: "index",
  /** The text layer of new papers. */
  text: "text",
  /** Recognition of the first pages, which name the course and the exam. */
  heads: "heads",
  /** Recognition of later pages. */
  pages: "pages",
  /** Decisions of moderators about many items. */
  desk: "desk",
  /** Piles: taking entries out of ZIPs, and sending rows. */
  piles: "piles",
} as const;

export type Lane = (typeof lanes)[keyof typeof lanes];

/** Which jobs a runner claims, and how it shares its time among their owners. */
export interface JobChoice {
  /**
   * The lanes in order: a runner claims a job from a later lane only if the earlier lanes have no job for
   * this runner.
   */
  lanes: readonly Lane[];
  /**
   * Whether owners take turns: the owner with the fewest running jobs is first; if several have equally few,
   * the owner with the lowest position (`JobUseTable`). By default, jobs run in order.
   */
  isShared?: boolean;
  /** The limit of running jobs of one owner in these lanes. By default, there is no limit. */
  perOwner?: number;
  /**
   * The limit of running jobs in these lanes, in all processes of the archive together. By default, each runner
   * runs one job.
   */
  concurrency?: number;
  /**
   * How many jobs of one account can start in a day (UTC); the others wait for the next day. By default,
   * there is no limit.
   */
  perDay?: number;
  /**
   * How long the first attempt of a job may delay an owner who has used less time, in ms. Each retry may take
   * twice as long. By default, there is no limit.
   */
  timeSlice?: number;
}
