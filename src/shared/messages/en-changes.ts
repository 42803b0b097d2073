/** Texts about changes to approved items. The old version stays public while a change is waiting. */
export const enChanges = {
  changes: {
    approvedWaiting: "Approved, change waiting",
    /** After the name of the first contributor. */
    betterCopyBy: ", better copy by",
    /** A link below the status of a contribution whose file another item shows. */
    becameFile: "A better copy: it is now the file of this item",
    /** The heading in the queue and above the comparison. */
    title: "Change to an approved item",
    compare: "Compare",
    /** A hint for admins beside the controls for the item's status. */
    see: "See the change that is waiting for review.",
    discarded: "If you change this status, we will discard it.",
    adminsEdit: "A contributor's change to this item is waiting. Saving your edit doesn't discard it.",
    similar: "After this change, the item may be a duplicate of:",
    yours:
      "This is your change. It is waiting for an admin. The approved version stays public until an admin decides.",
    itemMoved: "The approved version has changed since you made this change.",
    seeApproved: "See the approved version",
    withdraw: "Withdraw change",
    withdrawn: "Change withdrawn",
    withdrawnDetail: (title: string) => `The approved version of “${title}” stays the same.`,
    goneTitle: "Nothing changed",
    goneDetail: (title: string) => `No change to “${title}” is waiting for an admin.`,
    sameDetail: (title: string) =>
      `Your version is the same as the approved version of “${title}”, so there is no change to review.`,
    savedDetail: (title: string) =>
      `Your change to “${title}” is waiting for an admin. The approved version stays public.`,
    none: "No change to this item is waiting for an admin.",
    back: "Back to pending items",
    by: (name: string) => `${name} sent this change on`,
    stale:
      "The item has changed since the contributor sent this change. Compare the change with the current version.",
    intro: "All other fields stay the same.",
    same: "This change is identical to the approved version.",
    field: "Field",
    now: "Approved version",
    after: "After the change",
    blank: "(empty)",
    file: "File",
    image: "Image",
    fileOf: (pages: number, size: string) => (pages === 1 ? `1 page, ${size}` : `${pages} pages, ${size}`),
    approve: "Approve change",
    refuse: "Reject change",
    approved: "update",
    approvedDetail: (title: string) => `The change to “${title}” is now approved and public.`,
    refused: "Change rejected",
    refusedDetail: (title: string) => `“${title}” stays the same.`,
  },
};
