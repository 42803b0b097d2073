import { isFiller } from "./fillers.ts";

/** Words at the end of a title that its short form leaves out. */
const TAILS = new Set("i ii iii iv v vi 1 2 3 4 lab laboratory sessional practical".split(" "));
const LONGEST = 8;

/**
 * The short forms of a title, made of first letters: "data structures and algorithms" has "dsa" and "dsaa". With "lab" at
 * the end, the title also has "dsal".
 * @param title the words of the title
 * @returns different forms of 2 to 8 Latin letters, each with the places of its words in the title
 */
export function initialForms(title: readonly string[]): Map<string, number[]> {
  const all = [...title.keys()];
  const isTail = (at: number) => TAILS.has(title[at] as string);
  const named = all.filter((at) => !isFiller(title[at] as string));
  const end = named.findLastIndex((at) => !isTail(at)) + 1;
  const forms = new Map<string, number[]>();
  for (const places of [
    named.slice(0, end),
    named.filter((at) => !isTail(at)),
    all.slice(0, (named[end - 1] ?? -1) + 1),
    named,
    all,
  ]) {
    const form = places.map((at) => title[at]?.[0]).join("");
    if (form.length <= LONGEST && /^[a-z]{2,}$/.test(form) && !forms.has(form)) forms.set(form, places);
  }
  return forms;
}
