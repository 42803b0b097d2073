/** How often the data of each topic has changed so far. The object stays the same while nothing changes. */
export interface Version {
  /**
   * A new number after changes may have been missed. A cache then deletes all its entries from earlier
   * epochs.
   */
  readonly epoch: number;
  readonly changes: ReadonlyMap<string, number>;
}

export interface FollowLog {
  /** Called when this process stops answering from memory, with the reason. */
  lost(error: unknown): void;
  /** Called when this process answers from memory again. */
  found(): void;
}

/**
 * Says whether public data has changed, in any process, so that answers can be kept in memory. Triggers of
 * migration 202611210620 and later ones record each change in its own transaction.
 */
export interface ChangeFeed {
  /**
   * The current version. It includes every change that any process acknowledged before this call.
   * @returns undefined if this process can't know it and must ask the database
   */
  current(): Version | undefined;
  /** Starts to follow changes. Before this call, `current` returns undefined. */
  follow(log: FollowLog): Promise<void>;
  close(): Promise<void>;
}

/** The topic of data on pages of every kind: people's names, reviews, files. */
export const SHARED_TOPIC = "shared";

/** The topic of the frame around every page, which shows the contact details. */
export const FRAME_TOPIC = "frame";
