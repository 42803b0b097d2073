import type { Generated } from "kysely";
import type { NoticeEvent, NoticeFrequency } from "../../../../shared/people/notices.ts";

/** A text that moderators return items with. Admins edit the list. */
export interface ReasonTable {
  id: string;
  text: string;
  /** The place in the list. Removed reasons keep their place. */
  position: number;
  /** 1 if the reason is about the file, so that the contributor must change the file before they send the item again. */
  aboutFile: Generated<number>;
  /** The time when an admin removed the reason from the list; null while moderators can choose it. */
  removedAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/** News for one person about an item. The texts of the item are not stored here, so that they are never stale. */
export interface NoticeTable {
  id: string;
  /** The person who is told. No foreign key, see migration 202611251320. */
  userId: string;
  event: NoticeEvent;
  /** The cause of the notice. A person gets one notice of an event and a source. */
  source: string;
  itemId: string;
  /** The entry of the audit trail, for a notice of a decision. */
  decisionId: string | null;
  /** JSON of `NoticeDetails`. */
  details: string;
  createdAt: number;
  /** From this time on, the person sees the notice. */
  visibleAt: number;
  readAt: number | null;
  /** The mail that tells about the notice, "none" if there will be no mail; null while this is open. */
  mailing: string | null;
}

/** How often a person wants mails about an event. Without a row, the default applies. */
export interface NoticeSettingTable {
  userId: string;
  event: NoticeEvent;
  frequency: NoticeFrequency;
  updatedAt: number;
}

/** When we last planned mails to a person, in epoch milliseconds. A writer locks this row to plan the next. */
export interface NoticeMailingTable {
  userId: string;
  atOnceAt: number;
  /** The day that `atOnceCount` counts: the time of its daily mails. */
  atOnceDay: Generated<number>;
  /** How many mails at once we planned on this day. */
  atOnceCount: Generated<number>;
  dailyAt: number;
}

export interface NoticeTables {
  reason: ReasonTable;
  notice: NoticeTable;
  noticeSetting: NoticeSettingTable;
  noticeMailing: NoticeMailingTable;
}
