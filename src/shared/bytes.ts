/** A kilobyte has 1,000 bytes everywhere: on screen, in limits and in reports. */
export const KB = 1_000;
/** A megabyte has 1,000,000 bytes. */
export const MB = 1_000_000;
