/** The greatest number of lists of a person, and of items in a list. */
export const MAX_SAVED_LISTS = 50;
export const MAX_SAVED_ITEMS = 500;
/** The greatest length of a list's name, in characters. */
export const MAX_LIST_NAME = 80;

/** Two names of lists are the same if this is the same. */
export const listNameKey = (name: string): string => name.toLowerCase();
