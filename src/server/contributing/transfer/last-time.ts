/** The latest time that an import accepts for an item or change, in epoch milliseconds. */
export const LAST_TIME = Date.UTC(9999, 11, 31);
