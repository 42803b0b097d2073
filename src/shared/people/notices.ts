/**
 * The events that people get notices about. "found" is a paper that the person asked for. "followed" is a paper or an
 * answer of a followed course: it is on the dashboard and in mails, and has no row.
 */
export const noticeEvents = [
  "approved",
  "returned",
  "edit",
  "replaced",
  "removed",
  "request",
  "undone",
  "answered",
  "helpful",
  "found",
  "followed",
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
  replaced: "daily",
  removed: "atOnce",
  request: "atOnce",
  undone: "daily",
  answered: "daily",
  helpful: "never",
  found: "atOnce",
  followed: "never",
};

/** How often a person can choose mails about an event. News of followed courses come at most once a day. */
export const frequenciesFor = (event: NoticeEvent): readonly NoticeFrequency[] =>
  event === "followed" ? noticeFrequencies.filter((one) => one !== "atOnce") : noticeFrequencies;

/** The details of a notice besides its event and its item. */
export interface NoticeDetails {
  /** The text that the moderator wrote to the contributor. */
  reason?: string | undefined;
  /** Whether the contributor may fix the item and send it again. */
  returned?: boolean | undefined;
  /** Whether the person brought the better copy that replaced the file. */
  isCopy?: boolean | undefined;
  /** The decision on a request or an edit. */
  granted?: boolean | undefined;
}

/** How long a notice of a decision waits for an undo, in ms. The desk offers its undo for a shorter time. */
export const UNDO_WINDOW = 60_000;
