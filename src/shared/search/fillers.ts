/** Words that make no difference between titles. */
const FILLERS = new Set(
  "a an and at by for from in into its o of on or the their to using via with ও এবং এর বা".split(" "),
);
/**
 * Words that people add to a query but that titles don't have. The search ignores these words if other words
 * are left.
 */
const CHATTER = new Set(
  "pdf download please plz need want find get all old previous past prev free link drive exam examination year years code course subject term of er চাই দরকার পরীক্ষা পরীক্ষার কোড কোর্স সাল সালের".split(
    " ",
  ),
);

/** Whether this word of `words()` makes no difference in a title. */
export const isFiller = (word: string): boolean => FILLERS.has(word);
/** Whether this word of `words()` makes no difference in a query. */
export const isChatter = (word: string): boolean => FILLERS.has(word) || CHATTER.has(word);
