/** The events that people get notices about. */
export const noticeEvents = [
  "approved",
  "returned",
  "edit",
  "removed",
  "request",
  "undone",
  "answered",
  "helpful",
] as const;
export type NoticeEvent = (typeof noticeEvents)[number];

export const noticeFrequencies = ["atOnce", "daily", "never"] as const;
/** How often a person gets mails about an event. */
export type NoticeFrequency = (typeof noticeFrequencies)[number];

/** How often people get mails until they choose. Only news that need an action come at once. */
export const defaultFrequencies: Record<NoticeEvent, NoticeFrequency> = {
  approved: "daily",
  returned: "atOnce",
  edit: "daily",
  removed: "atOnce",
  request: "atOnce",
  undone: "daily",
  answered: "daily",
  helpful: "never",
};

/** The details of a notice besides its event and its item. */
export interface NoticeDetails {
  /** The text that the moderator wrote to the contributor. */
  reason?: string | undefined;
  /** Whether the contributor may fix the item and send it again. */
  returned?: boolean | undefined;
  /** The decision on a request or an edit. */
  granted?: boolean | undefined;
}

/** How long a notice of a decision waits for an undo, in ms. The desk offers its undo for a shorter time. */
export const UNDO_WINDOW = 60_000;
