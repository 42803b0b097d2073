/**
 * The lanes of jobs. Each lane has its own runners, so that no lane waits for another one. Only `heads` and `pages` share
 * runners, and `heads` goes first.
 */
export const lanes = {
  /** Mails and other short work, in the order in which it was enqueued. */
  mail: "mail",
  /** Looks at links elsewhere, which may take long. */
  links: "links",
  /** The rebuild of the search index. */
  index: "index",
  /** The text layer of new papers. */
  text: "text",
  /** Recognition of the first pages, which name the course and the exam. */
  heads: "heads",
  /** Recognition of later pages. */
  pages: "pages",
} as const;

export type Lane = (typeof lanes)[keyof typeof lanes];

/** Which jobs a runner takes, and how it shares its time among their owners. */
export interface JobChoice {
  /** In order: a runner takes a later lane only if the earlier ones have no job for it. */
  lanes: readonly Lane[];
  /**
   * Whether owners take turns: first the owner with the fewest running jobs, then with the least turn (`JobUseTable`). If
   * left out, jobs go in order.
   */
  isShared?: boolean;
  /** How many jobs of these lanes one owner may have running. If left out, any number. */
  perOwner?: number;
  /** How many jobs one account may start in a day (UTC); the others wait for the next day. If left out, any number. */
  perDay?: number;
  /**
   * How long a job may delay an owner who has used less, in ms, at its first try; twice as long at each next try. If left
   * out, as long as it takes.
   */
  patience?: number;
}
