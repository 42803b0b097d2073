import { acceptedYears } from "../accepted-years.ts";
import type { QueryWord } from "./query-words.ts";

/** What a word of a search says of the wanted item besides its title. */
export interface Fact {
  name: "year" | "semester" | "exam" | "kind";
  /** Any of them will do. */
  values: string[];
  /** How many words say it. */
  length: number;
}

const named = (entries: Record<string, string>): Map<string, string> =>
  new Map(
    Object.entries(entries).flatMap(([value, spellings]) =>
      spellings.split("|").map((spelling): [string, string] => [spelling, value]),
    ),
  );

const KINDS = named({
  question: "question|questions|ques|qus|paper|papers|প্রশ্ন|প্রশ্নপত্র|প্রশ্নব্যাংক",
  note: "note|notes|নোট|নোটস",
  book: "book|books|বই|বইয়ের",
  lab: "lab|labs|lab report|lab reports|lab manual|ল্যাব|ল্যাব রিপোর্ট",
  syllabus: "syllabus|syllabi|syllabuses|সিলেবাস",
  blog: "blog|blogs|ব্লগ",
  answer: "answer|answers|solution|solutions|solve|solved|উত্তর|সমাধান",
});
const EXAMS = named({
  mid: "mid|mids|midterm|mid term|mid semester|মিড|মিডটার্ম|মিড টার্ম",
  final: "final|finals|term final|semester final|ফাইনাল|চূড়ান্ত",
  "class-test": "ct|cts|class test|class tests|ক্লাস টেস্ট|সিটি",
  quiz: "quiz|quizzes|কুইজ",
  improvement: "improvement|ইমপ্রুভমেন্ট",
  lab: "lab final|lab exam|lab quiz|lab test",
});
const SEMESTER = new Set("semester|sem|trimester|সেমিস্টার|সেমিস্টারের".split("|"));
const ORDINALS = named({
  1: "1|1st|first|1ম|প্রথম",
  2: "2|2nd|second|2য়|দ্বিতীয়",
  3: "3|3rd|third|3য়|তৃতীয়",
  4: "4|4th|fourth|4র্থ|চতুর্থ",
  5: "5|5th|fifth|5ম|পঞ্চম",
  6: "6|6th|sixth|6ষ্ঠ|ষষ্ঠ",
  7: "7|7th|seventh|7ম|সপ্তম",
  8: "8|8th|eighth|8ম|অষ্টম",
  9: "9|9th",
  10: "10|10th",
  11: "11|11th",
  12: "12|12th",
});
const normal = (map: Map<string, string>): Map<string, string> =>
  new Map([...map].map(([spelling, value]) => [spelling.normalize("NFKC"), value]));
const [kindWords, examWords, ordinals] = [normal(KINDS), normal(EXAMS), normal(ORDINALS)];

/**
 * What the word at a place says of the wanted item, read together with those after it; undefined where it is a word
 * like any other.
 * @param followsExam whether an exam or a course code stands before, so that "19" means a year
 * @param thisYear what is later is no year, but the next one
 */
export function factAt(
  words: readonly QueryWord[],
  at: number,
  { followsExam, thisYear }: { followsExam: boolean; thisYear: number },
): Fact | undefined {
  const one = words[at] as QueryWord;
  const next = words[at + 1];
  const two = next ? `${one.word} ${next.word}` : "";
  return (
    semesterAt(one, next) ??
    spelled("exam", examWords, one.word, two) ??
    spelled("kind", kindWords, one.word, two) ??
    yearAt(one, next, followsExam, thisYear)
  );
}

function spelled(
  name: "exam" | "kind",
  spellings: Map<string, string>,
  one: string,
  two: string,
): Fact | undefined {
  const ofTwo = spellings.get(two);
  if (ofTwo) return { name, values: [ofTwo], length: 2 };
  const ofOne = spellings.get(one);
  return ofOne ? { name, values: [ofOne], length: 1 } : undefined;
}

/** "3rd semester", "sem 3", and 3-1: the first term of the third year, of two in each. */
function semesterAt(one: QueryWord, next: QueryWord | undefined): Fact | undefined {
  if (!next) return undefined;
  const number = ordinals.get(one.word);
  if (number && SEMESTER.has(next.word)) return { name: "semester", values: [number], length: 2 };
  const after = ordinals.get(next.word);
  if (after && SEMESTER.has(one.word)) return { name: "semester", values: [after], length: 2 };
  if (next.isJoined && /^[1-5]$/.test(one.word) && /^[12]$/.test(next.word)) {
    const count = (Number(one.word) - 1) * 2 + Number(next.word);
    return { name: "semester", values: [String(count), `${one.word}-${next.word}`], length: 2 };
  }
  return undefined;
}

function yearAt(
  one: QueryWord,
  next: QueryWord | undefined,
  followsExam: boolean,
  thisYear: number,
): Fact | undefined {
  const [first, last] = acceptedYears(thisYear);
  if (/^\d{4}$/.test(one.word)) {
    const year = Number(one.word);
    return year >= first && year <= last ? { name: "year", values: [one.word], length: 1 } : undefined;
  }
  if (!/^\d\d$/.test(one.word)) return undefined;
  const isMeant = one.isShortened || followsExam || (next !== undefined && examWords.has(next.word));
  const year = 2000 + Number(one.word);
  return isMeant && year <= last ? { name: "year", values: [String(year)], length: 1 } : undefined;
}
