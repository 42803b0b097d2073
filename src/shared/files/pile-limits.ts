/** The most rows of a pile: papers, links and refused files together. */
export const MAX_PILE_ROWS = 500;
/** The most photos of one paper. */
export const MAX_ROW_PHOTOS = 60;
/** The most files of a ZIP, without hidden files. */
export const MAX_ZIP_ENTRIES = 500;
/** The highest place that a browser gives to a file. */
export const MAX_PLACE = 1_000_000_000;
/** How many piles a person can have at once. */
export const MAX_PILES = 10;
/** How long a pile stays after its last change, in ms. */
export const PILE_LIFETIME = 30 * 24 * 3_600_000;
/** The most links in one call. */
export const MAX_PILE_LINKS = 500;
