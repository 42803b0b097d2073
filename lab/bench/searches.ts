/**
 * Queries of the search figures, by class: frequent and rare words, codes, misspelt words, and words that
 * match nothing.
 */
export const SEARCHES: Record<string, readonly string[]> = {
  code: ["cse 2103", "CSE-1101", "eee2201", "BBA 301", "math-1103"],
  "frequent word": ["engineering", "final", "introduction", "2019"],
  title: ["data structures", "operating systems", "linear algebra", "digital logic design"],
  misspelt: ["oprating systems", "data strctures", "algoritms", "enginering drawing"],
  Bangla: ["ডাটা স্ট্রাকচার", "অপারেটিং সিস্টেম", "গণিত"],
  nothing: ["zzzzqq", "qwxv plmn"],
};
