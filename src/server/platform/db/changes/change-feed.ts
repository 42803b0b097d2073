/** How often what each topic shows has changed so far. The same object as long as nothing changes. */
export interface Version {
  /** Another one after changes may have been missed: what was kept in an earlier epoch is forgotten, whatever it shows. */
  readonly epoch: number;
  readonly changes: ReadonlyMap<string, number>;
}

export interface FollowLog {
  /** Why this process answers nothing from memory for now. */
  lost(error: unknown): void;
  /** It does again. */
  found(): void;
}

/**
 * Tells whether what the public sees has changed, in this process or another, so that answers may be kept in memory.
 * Triggers of migration 0620 note each change in the transaction that makes it.
 */
export interface ChangeFeed {
  /**
   * What has changed by now. Everything that was acknowledged to anybody, in any process, before this call is in it.
   * @returns undefined where this process can't tell, and must ask the database
   */
  current(): Version | undefined;
  /** Begins to follow changes. Before it `current` returns undefined. */
  follow(log: FollowLog): Promise<void>;
  close(): Promise<void>;
}

/** Data on pages of every kind: people's names, reviews, files. */
export const SHARED_TOPIC = "shared";

/** The frame around every page, which shows the contact details. */
export const FRAME_TOPIC = "frame";
