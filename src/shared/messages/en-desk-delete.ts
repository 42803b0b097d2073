/** Texts of the desk for deleting an item. */
export const deleting = {
  open: "Delete…",
  title: (title: string) => `Delete “${title}”?`,
  effect: "The item leaves the archive. You can restore it on the Manage page for this kind of item.",
  reason: "Reason (the contributor sees it)",
  run: "Delete",
  cancel: "Cancel",
  lost: "No connection. The item is not deleted. Try again.",
};
