/** A person's own list of items, such as "Before the final". */
export interface SavedListTable {
  id: string;
  userId: string;
  name: string;
  /** `listNameKey` of the name. A person's lists have different names. */
  nameKey: string;
  createdAt: number;
  updatedAt: number;
}

/** An item in a list. A hidden item stays here, and readers don't see it. */
export interface SavedItemTable {
  listId: string;
  itemId: string;
  /** The place in the list. The numbers may have gaps. */
  position: number;
  addedAt: number;
}

export interface SavedTables {
  savedList: SavedListTable;
  savedItem: SavedItemTable;
}
