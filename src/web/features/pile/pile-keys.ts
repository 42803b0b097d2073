/** The act of a key of the screen. */
export type PileKey = "nextDoubt" | "paper" | "question" | "keys" | "send";

/** The controls in which letters are typed. */
export const FIELDS = "input:not([type=checkbox]), select, textarea";

const LETTERS: Record<string, PileKey> = { n: "nextDoubt", o: "paper", q: "question", "?": "keys" };

/**
 * The act of a key on the screen of a pile, outside of dialogs. The letters work alone where nothing is typed, and with Alt
 * everywhere.
 * @param isTyping whether a field has the focus
 */
export function pileKeyOf(
  {
    key,
    code,
    altKey,
    ctrlKey,
    metaKey,
  }: Pick<KeyboardEvent, "key" | "code" | "altKey" | "ctrlKey" | "metaKey">,
  isTyping: boolean,
): PileKey | undefined {
  if (ctrlKey || metaKey) return key === "Enter" && !altKey && !isTyping ? "send" : undefined;
  if (isTyping && !altKey) return undefined;
  // On a Mac, and with a keyboard for Bangla, Alt and N give another letter. In a field, that letter is typed.
  const isOther = altKey && !isTyping && !/^[a-z]$/i.test(key) && code.startsWith("Key");
  return (
    LETTERS[key.toLowerCase()] ?? (isOther ? LETTERS[code.slice("Key".length).toLowerCase()] : undefined)
  );
}
