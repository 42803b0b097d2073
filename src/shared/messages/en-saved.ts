import { catalogue } from "./catalogue.ts";

const items = (count: number): string => (count === 1 ? "1 item" : `${count} items`);

/** Texts of people's own lists. */
export const enSaved = {
  /** The link on cards and details pages. */
  save: "Save",
  isSaved: "✓ Saved",
  title: "Saved lists",
  intro: "Collect papers, notes and books in your own lists. Only you see them.",
  none: "You don't have a list yet. Create your first list here, or press “Save” on a paper.",
  label: "Your lists",
  count: items,
  fields: { name: { label: "List name" }, lists: { label: "Lists" } },
  hint: "For example: Before the final",
  create: "Create list",
  created: "List created",
  createdDetail: (name: string) => `You can now save items to “${name}”.`,
  rename: "Rename",
  renamed: "List renamed",
  renamedDetail: (name: string) => `The list is now called “${name}”.`,
  delete: "Delete list",
  deleteHint: "The items stay in the archive.",
  deleted: "List deleted",
  deletedDetail: (name: string) => `We deleted “${name}”. Its items stay in the archive.`,
  empty: "This list has no items that you can open. Find a paper and press “Save”.",
  back: "All your lists",
  change: "Rename or delete",
  itemsOf: (name: string) => `Items in ${name}`,
  removeItem: "Remove",
  itemRemoved: "Item removed from the list",
  itemRemovedDetail: "The item stays in the archive.",
  up: "Move up",
  down: "Move down",
  moved: "Item moved",
  movedDetail: "We saved the new order of the list.",
  unchanged: "Nothing changed",
  unchangedDetail: "The list has changed, perhaps in another tab. Check the list below.",
  choose: "Save to your lists",
  choice: (name: string, count: number) => `${name} (${items(count)})`,
  choosing: "Which lists should it be in?",
  newList: "New list",
  submit: "Save",
  saved: "Lists updated",
  savedDetail: (title: string, count: number) =>
    count === 0
      ? `“${title}” isn't in any of your lists now.`
      : count === 1
        ? `“${title}” is in one of your lists.`
        : `“${title}” is in ${count} of your lists.`,
};

export const savedMessages = catalogue({ en: enSaved });
