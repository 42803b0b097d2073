/** Words of the pages where admins deal with reports and contact messages. */
export const enReports = {
  reports: {
    title: "Reports",
    none: "There are no reports. New reports appear here.",
    waiting: (count: number) =>
      count === 1
        ? "1 item is reported."
        : `${count.toLocaleString("en")} items are reported, newest report first.`,
    count: (count: number) => (count === 1 ? "1 report" : `${count.toLocaleString("en")} reports`),
    bySomebody: "a logged-in reader",
    byVisitor: "a visitor",
    cancel: "Cancel item",
    remove: "Remove item",
    dismiss: "Dismiss reports",
    dismissed: "Reports dismissed",
    dismissedDetail: (title: string, count: number) =>
      count === 1
        ? `1 report of “${title}” is dismissed. The item stays.`
        : `${count} reports of “${title}” are dismissed. The item stays.`,
    handled: "Nothing changed",
    handledDetail: (title: string) => `The reports of “${title}” were already handled.`,
  },
  inbox: {
    reply: "Reply",
    replySubject: (subject: string) => `Re: ${subject}`,
    handle: "Mark as handled",
    reopen: "Mark as open",
    handled: "Handled",
    open: (count: number) => (count === 1 ? "1 message is open." : `${count} messages are open.`),
    marked: "Saved",
    markedDetail: { yes: "The message is marked as handled.", no: "The message is open again." },
  },
};
