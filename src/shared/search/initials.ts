import { isFiller } from "./fillers.ts";

/** Words at the end of a title that its short form leaves out. */
const TAILS = new Set("i ii iii iv v vi 1 2 3 4 lab laboratory sessional practical".split(" "));
const LONGEST = 8;

/**
 * The short forms of a title, made of first letters: "data structures and algorithms" has "dsa" and "dsaa".
 * With "lab" at the end, the title also has "dsal".
 * @param title the words of the title
 * @returns different forms of 2 to 8 Latin letters
 */
export function initials(title: readonly string[]): string[] {
  const named = title.filter((word) => !isFiller(word));
  const end = named.findLastIndex((word) => !TAILS.has(word)) + 1;
  const forms = [named.slice(0, end), named.filter((word) => !TAILS.has(word)), named, title].map((parts) =>
    parts.map((word) => word[0]).join(""),
  );
  return [...new Set(forms)].filter((form) => form.length <= LONGEST && /^[a-z]{2,}$/.test(form));
}
