/** No item or change of an import is from later than this, in epoch milliseconds. */
export const LAST_TIME = Date.UTC(9999, 11, 31);
