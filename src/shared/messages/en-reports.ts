/** Texts of the pages where admins handle reports and contact messages. */
export const enReports = {
  reports: {
    title: "Reports",
    none: "There are no reports. New reports appear here.",
    waiting: (count: number) =>
      count === 1
        ? "1 item has been reported."
        : `${count.toLocaleString("en")} items have been reported, newest report first.`,
    count: (count: number) => (count === 1 ? "1 report" : `${count.toLocaleString("en")} reports`),
    bySomebody: "a logged-in reader",
    byVisitor: "a visitor",
    cancel: "Cancel item",
    remove: "Remove item",
    edit: "Edit details or file",
    dismiss: "Dismiss reports",
    dismissed: "Reports dismissed",
    dismissedDetail: (title: string, count: number) =>
      count === 1
        ? `You dismissed 1 report about “${title}”. The item stays in the archive.`
        : `You dismissed ${count} reports about “${title}”. The item stays in the archive.`,
    handled: "Nothing changed",
    handledDetail: (title: string) => `The reports about “${title}” were already handled.`,
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
