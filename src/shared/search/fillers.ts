/** Words that a title may have or lack without being another title. */
const FILLERS = new Set(
  "a an and at by for from in into its o of on or the their to using via with ও এবং এর বা".split(" "),
);
/** Words around a search that are in no title: dropped as long as another word is there. */
const CHATTER = new Set(
  "pdf download please plz need want find get all old previous past prev free link drive exam examination year years code course subject term of er চাই দরকার পরীক্ষা পরীক্ষার কোড কোর্স সাল সালের".split(
    " ",
  ),
);

/** Whether a title is the same without this word of `words()`. */
export const isFiller = (word: string): boolean => FILLERS.has(word);
/** Whether a search is the same without this word of `words()`. */
export const isChatter = (word: string): boolean => FILLERS.has(word) || CHATTER.has(word);
