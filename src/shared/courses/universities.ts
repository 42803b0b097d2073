import { words } from "../text/words.ts";

/** The maximum length of a university's name, in UTF-16 code units. */
export const UNIVERSITY_NAME_MAX = 200;
/** How many characters of a name are compared. An index entry in PostgreSQL can't be larger than 2,704 bytes. */
const LONGEST_KEY = 200;

/** The id of a university: its name in lower case. Items have it in `universityKey`, as they have a department's key. */
export const universityId = (name: string): string => name.toLowerCase();

/**
 * The form in which names of universities are compared. Case, spaces, hyphens, dots and a leading "the" don't matter, and
 * "&" is "and": "B.U.E.T." and "buet " are one name.
 * @returns "" for a text without letters and digits
 */
export function universityNameKey(name: string): string {
  const [first, ...others] = words(name.replaceAll("&", " and "));
  const compared = first === "the" && others.length > 0 ? others : [first ?? "", ...others];
  return [...compared.join("")].slice(0, LONGEST_KEY).join("");
}

/** A university with its names, as forms suggest it and as it is read from papers. */
export interface KnownUniversity {
  /** The English name, or the person's text for a university that no admin has confirmed. */
  name: string;
  /** The Bangla name; "" if it has none. */
  banglaName: string;
  /** Short names and former names. */
  otherNames: string[];
}
