/** How often the data of each topic has changed so far. The object stays the same while nothing changes. */
export interface Version {
  /**
   * The epoch. It gets a new number when changes may have been missed; a cache then deletes all its entries
   * from earlier epochs.
   */
  readonly epoch: number;
  readonly changes: ReadonlyMap<string, number>;
}

export interface FollowLog {
  /** Called when this process stops using its response cache, with the reason. */
  lost(error: unknown): void;
  /** Called when this process uses its response cache again. */
  found(): void;
}

/**
 * Says whether any process has changed public data, so that the response cache can keep responses in memory.
 * Triggers (migrations/baseline/public-changes.ts) record each change in its own transaction.
 */
export interface ChangeFeed {
  /**
   * The current version. It includes every change that any process acknowledged before this call.
   * @returns undefined if this process can't know the version and must query the database
   */
  current(): Version | undefined;
  /** Starts to follow changes. Before this call, `current` returns undefined. */
  follow(log: FollowLog): Promise<void>;
  close(): Promise<void>;
}

/** The topic of data on pages of every kind: people's names, reviews, files. */
export const SHARED_TOPIC = "shared";

/** The topic of the frame around every page (header and footer), which shows the contact details. */
export const FRAME_TOPIC = "frame";
