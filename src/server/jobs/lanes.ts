/**
 * The lanes of jobs. Each has runners of its own, so that no lane waits for another one; `heads` and `pages` share
 * theirs, and `heads` goes first.
 */
export const lanes = {
  /** Mails and other short work, in the order in which it was enqueued. */
  mail: "mail",
  /** The rebuild of the search index. */
  index: "index",
  /** The text layer of new papers. */
  text: "text",
  /** Recognition of the pages that tell what a paper is. */
  heads: "heads",
  /** Recognition of later pages. */
  pages: "pages",
} as const;

export type Lane = (typeof lanes)[keyof typeof lanes];

/** Which jobs a runner takes, and how it shares itself out among their owners. */
export interface JobChoice {
  /** The first one that has a job for this runner goes first. */
  lanes: readonly Lane[];
  /**
   * Whether owners take turns: who has the fewest jobs running, then who has used the least time, counted from where
   * everybody stood when they came. Left out: jobs go in order, whoever owns them.
   */
  isShared?: boolean;
  /** How many jobs of these lanes one owner may have running. Left out: any number. */
  perOwner?: number;
  /** How many jobs one account may start in a day (UTC); the others wait for the next day. Left out: any number. */
  perDay?: number;
  /**
   * How long a job may keep somebody waiting who has used less, in ms, at its first try; twice as long at each next
   * one. Left out: as long as it takes.
   */
  patience?: number;
}
