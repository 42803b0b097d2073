import type { NoticeDetails, NoticeEvent, NoticeFrequency } from "../people/notices.ts";
import { catalogue } from "./catalogue.ts";

/** A notice with the title of its item. */
interface NoticeFacts extends NoticeDetails {
  event: NoticeEvent;
  title: string;
}

const sentences: Record<NoticeEvent, (facts: NoticeFacts) => string> = {
  approved: ({ title }) => `A moderator approved “${title}”.`,
  returned: ({ title, returned }) =>
    returned
      ? `A moderator returned “${title}”. You can fix it and send it again.`
      : `A moderator did not approve “${title}”.`,
  edit: ({ title, granted }) =>
    granted
      ? `A moderator approved your edit of “${title}”.`
      : `A moderator rejected your edit of “${title}”.`,
  replaced: ({ title, isCopy }) =>
    isCopy
      ? `Your better copy is now the file of “${title}”.`
      : `“${title}” has a better file now. The page still names you.`,
  removed: ({ title }) => `“${title}” was removed from the archive.`,
  request: ({ title, granted }) =>
    granted ? `“${title}” was removed, as you asked.` : `A moderator kept “${title}” in the archive.`,
  undone: ({ title }) => `A moderator undid the last decision about “${title}”.`,
  answered: ({ title }) => `Your question has a new answer: “${title}”.`,
  helpful: ({ title }) => `A reader found your answer helpful: “${title}”.`,
  found: ({ title }) => `A paper that you asked for is here: “${title}”.`,
  followed: ({ title }) => `New in a course that you follow: “${title}”.`,
};

const events: Record<NoticeEvent, string> = {
  approved: "A moderator approves my contribution",
  returned: "A moderator returns or doesn't approve my contribution",
  edit: "A moderator decides on my edit",
  replaced: "A better copy replaces a file",
  removed: "A moderator removes my contribution",
  request: "A moderator decides on my request to delete",
  undone: "A moderator undoes a decision",
  answered: "My question gets an answer",
  helpful: "A reader finds my answer helpful",
  found: "A paper that I asked for is here",
  followed: "New papers and answers in courses that I follow",
};

const frequencies: Record<NoticeFrequency, string> = { atOnce: "At once", daily: "Daily", never: "Never" };

/** Texts of notices, of their mails, and of the reasons for returning items. */
export const enNotices = {
  notices: {
    title: "Notices",
    intro:
      "You find news about your contributions and requests here. Old notices are removed when you have more than 500.",
    none: "You have no notices yet. You get one when a moderator decides on your contribution.",
    /** The reason of a duplicate, for its contributor. */
    duplicate: "We already have this item.",
    unread: (count: number) =>
      count === 1 ? "1 unread notice" : `${count > 99 ? "99+" : count} unread notices`,
    list: "Notices, newest first",
    sentence: (facts: NoticeFacts) => sentences[facts.event](facts),
    reason: (reason: string) => `Reason: ${reason}`,
    isNew: "New",
    open: "Open",
    fix: "Fix and send again",
    markRead: "Mark as read",
    markAllRead: "Mark all as read",
    marked: "Marked as read",
    markedDetail: (count: number) =>
      count === 0
        ? "You had already read these notices."
        : count === 1
          ? "1 notice is marked as read."
          : `${count} notices are marked as read.`,
    settings: "Choose your emails",
  },
  noticeSettings: {
    title: "Emails about notices",
    intro:
      "Choose how often we email you. “At once” means at most one email in 15 minutes. “Daily” means one email after 7 in the morning. All notices are on the site, too.",
    unverified: "We send emails only to a confirmed address.",
    events,
    frequencies,
    save: "Save",
    saved: "Saved",
    savedDetail: "We email you as you chose.",
    back: "Back to your notices",
  },
  noticeUnsubscribe: {
    title: "Stop these emails",
    about: (scope: NoticeEvent | "atOnce" | "daily") =>
      scope === "atOnce"
        ? "You get emails at once about several events. Stop all of them?"
        : scope === "daily"
          ? "You get a daily email with your notices. Stop it?"
          : `You get emails about this event: ${events[scope]}. Stop them?`,
    submit: "Stop these emails",
    done: "We stopped these emails",
    doneDetail: "Your notices are still on the site. You can choose your emails again when you log in.",
    broken: "This link doesn't work",
    brokenDetail: "The link is incomplete, or the account was deleted. Log in to choose your emails.",
    settings: "Choose your emails",
  },
  noticeMail: {
    subject: (count: number, first: string) => (count === 1 ? first : `${count} new notices`),
    hello: "Hello,",
    more: (count: number) =>
      count === 1 ? "There is one more notice on the site." : `There are ${count} more notices on the site.`,
    link: "Your notices",
    stop: "Stop these emails",
  },
  reasons: {
    title: "Reasons for returning",
    intro:
      "Moderators choose one of these texts when they return an item. Write to the contributor: say what is wrong, then what to do.",
    none: "There is no reason yet. Add the first one.",
    position: "Order",
    text: "Reason",
    actions: "Actions",
    fields: { text: { label: "Reason" } },
    aboutFile: "About the file: the contributor must change it before they send the item again",
    aboutFileBrief: "About the file",
    add: "Add reason",
    save: "Save",
    saveOf: (text: string) => `Save the reason: ${text}`,
    up: "Move up",
    upOf: (text: string) => `Move up: ${text}`,
    down: "Move down",
    downOf: (text: string) => `Move down: ${text}`,
    remove: "Remove",
    removeOf: (text: string) => `Remove the reason: ${text}`,
    restore: "Restore",
    restoreOf: (text: string) => `Restore the reason: ${text}`,
    removedTitle: "Removed reasons",
    done: "Saved",
    doneDetail: {
      add: "Moderators can choose the new reason.",
      change: "Moderators see the new text. Items that were returned before keep the old text.",
      up: "The reason is one place higher.",
      down: "The reason is one place lower.",
      remove: "Moderators no longer see this reason.",
      restore: "Moderators can choose this reason again. It is the last one.",
    },
    unchanged: "Nothing changed",
    unchangedDetail:
      "Another admin changed the list, or the reason is already there. Look at the list below.",
  },
};

export const noticeMessages = catalogue({ en: enNotices });
