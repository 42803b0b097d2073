import { acceptedYears } from "../accepted-years.ts";
import { namedSemester } from "../normal-forms.ts";
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
const normal = (map: Map<string, string>): Map<string, string> =>
  new Map([...map].map(([spelling, value]) => [spelling.normalize("NFKC"), value]));
const [kindWords, examWords] = [normal(KINDS), normal(EXAMS)];
/** "L-2, T-1" and "2nd year 1st semester" in words. */
const MOST_SEMESTER_WORDS = 4;
const MOST_SEMESTERS = 12;

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
    semesterAt(words, at) ??
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

/** "3rd semester", "sem 3", "level 2 term 1", and 3-1, 3/1 or 3.1: the first term of the third level. */
function semesterAt(words: readonly QueryWord[], at: number): Fact | undefined {
  for (let length = Math.min(MOST_SEMESTER_WORDS, words.length - at); length > 0; length--) {
    if (isWithinNumber(words, at) || isWithinNumber(words, at + length)) continue;
    const own = words.slice(at, at + length);
    const text = own.map(({ word, isJoined }, place) => (isJoined && place > 0 ? "-" : " ") + word).join("");
    const key = namedSemester(text);
    if (key !== undefined && !(Number(key) > MOST_SEMESTERS))
      return { name: "semester", values: [key], length };
  }
  return undefined;
}

/** Whether a place is inside a date or a version such as 3/1/2022: numbers joined to each other. */
function isWithinNumber(words: readonly QueryWord[], place: number): boolean {
  const isNumber = (word: QueryWord | undefined) => /^\d+$/.test(word?.word ?? "");
  return words[place]?.isJoined === true && isNumber(words[place - 1]) && isNumber(words[place]);
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
