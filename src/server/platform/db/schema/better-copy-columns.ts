/** The columns of an item about better copies (docs/decisions/086). */
export interface BetterCopyColumns {
  /** The item of which this one is a better copy, as its contributor said or a moderator decided. */
  betterCopyOf: string | null;
  /** The item that shows the file of this Cancelled item since a moderator replaced its file. */
  movedTo: string | null;
  /** The account whose better copy replaced the file of the contributor; null also if it was deleted. */
  betterCopyBy: string | null;
}
