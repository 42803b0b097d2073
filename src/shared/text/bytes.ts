/** A kilobyte is always 1,000 bytes: on screen, in limits and in reports. */
export const KB = 1_000;
/** A megabyte is 1,000,000 bytes. */
export const MB = 1_000_000;
