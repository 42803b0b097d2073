const setOf = (text: string): Set<string> => new Set(text.normalize("NFKC").split(/\s+/));

/** Words that make no difference between titles. */
const FILLERS = setOf(
  "a an and at by for from in into its o of on or the their to using via with ও এবং এর বা",
);
/**
 * Words that people add to a query but that titles don't have, in English, Banglish and Bangla. The search ignores
 * these words if other words are left.
 */
const CHATTER = setOf(
  "pdf download please pls plz need want find get all old previous past prev free link drive exam examination year years code course subject " +
    "term session asap bro guys kindly er r ager gulo kono karo kache ase saler bochorer lagbe chai den diben pathan ache keu thakle vai ektu sobai bhai bhaiya apu bigoto purano " +
    "slide slides dorkar porikkha porikkhar porikha porikhar plzz pabo " +
    "চাই দরকার সেশন শিক্ষাবর্ষ শিক্ষাবর্ষের পরীক্ষা পরীক্ষার কোড কোর্স সাল সালের লাগবে দিবেন পাঠান আছে কারো কাছে পাওয়া যাবে ভাই আপু একটু জরুরি ভাইয়া বিগত বছরের",
);
/**
 * Everyday words that some titles also have, such as "Bank Management". The search leaves them out first if it
 * finds nothing with them.
 */
const EVERYDAY = setOf(
  "last bank suggestion suggestions semester sheet guide lecture students beginners give me send searching wanted i am is our my any " +
    "earlier amader amar varsity script short 1st na " +
    "সাজেশন বর্ষ দিন পুরনো শেষ গাইড ব্যাংক আমাদের পাবলিক বিশ্ববিদ্যালয়ের",
);

/** Whether this word of `words()` makes no difference in a title. */
export const isFiller = (word: string): boolean => FILLERS.has(word);
/** Whether this word of `words()` makes no difference in a query. */
export const isChatter = (word: string): boolean => FILLERS.has(word) || CHATTER.has(word);
/** Whether this word of `words()` is more often a part of a request than of a title. */
export const isEveryday = (word: string): boolean => EVERYDAY.has(word);
