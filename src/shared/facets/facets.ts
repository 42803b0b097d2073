import { departmentKey, departmentLabel, departmentValue } from "../courses/departments.ts";
import { type FacetDeclaration, NO_YEAR } from "./facet-declaration.ts";
import { monthKey, months } from "./months.ts";
import {
  isPlainSemester,
  isSameSemester,
  semesterInSearch,
  namedSet,
  SEASONS,
  semesterKey,
  setKey,
  termKey,
} from "./normal-forms.ts";
import { UNIVERSITY_NAME_MAX, universityId } from "../courses/universities.ts";
import { normalizeCode, searchWords, wordsOfCode } from "../text/words.ts";

const lower = (text: string): string => text.toLowerCase();

const declared = {
  code: {
    field: { type: "text", required: true, max: 40, examples: ["CSE 2103"] },
    fold: normalizeCode,
    key: "codeNorm",
    index: "first",
    searchToken: "code",
    indexed: wordsOfCode,
    namesExam: true,
    onCard: "aboveTitle",
    words: { en: { label: "Course code", hint: "e.g. CSE 2103" } },
  },
  subject: {
    field: { type: "text", required: true, max: 200 },
    fold: lower,
    key: "subjectKey",
    suggested: true,
    index: "first",
    onCard: "aboveTitle",
    words: { en: { label: "Course title" } },
  },
  department: {
    field: { type: "department", required: true, max: 100 },
    fold: departmentKey,
    key: "departmentKey",
    asked: departmentValue,
    multiple: true,
    offered: true,
    counted: 1,
    suggested: true,
    narrowsSearch: true,
    index: "paired",
    searchToken: "department",
    indexed: (value) => searchWords(departmentLabel(value)),
    shown: departmentLabel,
    onCard: "aboveTitle",
    words: { en: { label: "Department", hint: "e.g. CSE, EEE or BBA" } },
  },
  year: {
    field: { type: "year", required: true, max: 4 },
    fold: (value) => value,
    isNumber: true,
    offered: true,
    counted: 2,
    narrowsSearch: true,
    index: "paired",
    searchToken: "year",
    exam: "same",
    namesExam: true,
    words: { en: { label: "Year", any: NO_YEAR } },
  },
  semester: {
    // This field is optional, because many papers don't show the semester.
    field: {
      type: "ordinal",
      required: false,
      max: 60,
      isAlwaysGiven: true,
      examples: ["3", "3rd", "L-2 T-1"],
    },
    fold: semesterKey,
    key: "semesterKey",
    asked: semesterKey,
    offered: true,
    counted: 4,
    narrowsSearch: true,
    searchToken: "semester",
    // A semester that is not a number or a level and term is also found by its words, such as "Fall 2022".
    indexed: (value) => (isPlainSemester(semesterKey(value)) ? [] : searchWords(value)),
    named: { value: semesterInSearch, mostWords: 4 },
    exam: "sameOrBlank",
    isSame: isSameSemester,
    shown: (value, { item }) => item.semester(value),
    onCard: "aboveTitle",
    words: {
      en: { label: "Semester", hint: "As printed, e.g. 3rd or L-2 T-1", any: "Any semester" },
    },
  },
  term: {
    field: { type: "choice", required: false, max: 40, options: ["spring", "summer", "fall", "winter"] },
    fold: termKey,
    asked: termKey,
    offered: true,
    counted: 32,
    searchToken: "term",
    spellings: SEASONS,
    exam: "sameOrBlank",
    tellsPapersApart: true,
    besideYear: true,
    words: {
      en: {
        label: "Term",
        hint: "If the paper names one",
        any: "Any term",
        options: { spring: "Spring", summer: "Summer", fall: "Fall", winter: "Winter" },
      },
    },
  },
  examType: {
    field: {
      type: "choice",
      required: false,
      max: 20,
      options: ["class-test", "quiz", "mid", "final", "improvement", "lab"],
    },
    fold: lower,
    asked: lower,
    offered: true,
    counted: 8,
    searchToken: "exam",
    spellings: {
      mid: "mid|mids|midterm|mid term|mid semester|মিড|মিডটার্ম|মিড টার্ম",
      final: "final|finals|term final|semester final|ফাইনাল|চূড়ান্ত",
      "class-test": "ct|cts|class test|class tests|ক্লাস টেস্ট|সিটি",
      quiz: "quiz|quizzes|কুইজ",
      improvement: "improvement|ইমপ্রুভমেন্ট",
      lab: "lab final|lab exam|lab quiz|lab test",
    },
    exam: "same",
    namesExam: true,
    besideYear: true,
    words: {
      en: {
        label: "Exam",
        any: "Any exam",
        options: {
          "class-test": "Class test",
          quiz: "Quiz",
          mid: "Mid-term",
          final: "Final",
          improvement: "Improvement",
          lab: "Lab exam",
        },
      },
    },
  },
  set: {
    field: { type: "set", required: false, max: 20 },
    fold: setKey,
    asked: setKey,
    offered: true,
    counted: 64,
    searchToken: "set",
    named: { value: namedSet, mostWords: 2 },
    // A search reads "set AB" and "set 12" as words, because "set of" and "set 10" of a question are words, too.
    indexed: (value) => (namedSet(`set ${value}`) ? [] : ["set", ...searchWords(value)]),
    exam: "sameOrBlank",
    tellsPapersApart: true,
    shown: (value, { item }) => item.set(value),
    words: {
      en: { label: "Set", hint: "Which one, if the exam had several sets, e.g. A", any: "Any set" },
    },
  },
  // The month of the exam, for a course with two such exams in one year.
  heldIn: {
    field: { type: "choice", required: false, max: 20, options: months },
    fold: monthKey,
    asked: monthKey,
    offered: true,
    counted: 128,
    exam: "sameOrBlank",
    tellsPapersApart: true,
    words: {
      en: {
        label: "Held in",
        hint: "The month, if a year had two such exams",
        any: "Any month",
        options: Object.fromEntries(months.map((month) => [month, month[0]!.toUpperCase() + month.slice(1)])),
      },
    },
  },
  university: {
    field: { type: "text", required: false, max: UNIVERSITY_NAME_MAX, examples: ["University of Dhaka"] },
    // An item has the id of its university here. The server replaces other names of a known university.
    fold: universityId,
    key: "universityKey",
    offered: true,
    counted: 16,
    suggested: true,
    index: "first",
    exam: "sameOrBlank",
    namesExam: true,
    words: { en: { label: "University", hint: "Full or short name, e.g. BUET", any: "Any university" } },
  },
} as const satisfies Record<string, FacetDeclaration>;

/** The facets that short descriptions of an item show, in this order. */
export const factLines = {
  /** For an item in search results: the exam with its year, and the facts that tell similar papers apart. */
  hitExam: ["examType", "year", "heldIn"],
  hit: ["term", "set", "semester", "department", "university"],
  /** For a paper beside its exam and year: the facts that tell papers of one exam apart. */
  tellsApart: ["term", "set"],
  /** For the exam that a paper belongs to, such as "Final 2024 · Fall · Set A · January". */
  exam: ["examType", "year", "term", "set", "heldIn"],
} as const satisfies Record<string, readonly FacetName[]>;

type Declared = typeof declared;
export type FacetName = keyof Declared;
type With<Flag extends string> = {
  [Name in FacetName]: Declared[Name] extends Record<Flag, unknown> ? Name : never;
}[FacetName];
export type OfferedFacet = With<"offered">;
export type CountedFacet = With<"counted">;
export type NarrowingFacet = With<"offered"> & With<"narrowsSearch">;
export type SuggestedFacet = With<"suggested">;
/** The name of a fact in the search index. */
export type FactToken = {
  [Name in FacetName]: Declared[Name] extends { searchToken: infer Token } ? Token : never;
}[FacetName];
export type NumberFacet = With<"isNumber">;
/** The separate columns for normal forms. */
export type FacetKeyColumn = {
  [Name in FacetName]: Declared[Name] extends { key: infer Key extends string } ? Key : never;
}[FacetName];
/** The value of each facet filter. */
export type FacetFilter = {
  [Name in FacetName]?: (Name extends With<"multiple"> ? string[] : string) | undefined;
};

/** All facets by name, in the order on screen. */
export const facets: Readonly<Record<FacetName, FacetDeclaration>> = declared;
export const facetNames = Object.keys(declared) as FacetName[];

const named = <Name extends FacetName>(flag: keyof FacetDeclaration) =>
  facetNames.filter((name): name is Name => facets[name][flag] !== undefined);
export const offeredFacets: readonly OfferedFacet[] = named("offered");
export const countedFacets: readonly CountedFacet[] = named("counted");
/** The facets that filter a search over all kinds. */
export const narrowingFacets: readonly NarrowingFacet[] = named("narrowsSearch");
export const suggestedFacets: readonly SuggestedFacet[] = named("suggested");

/** @returns the filters without this value; other values of the same facet stay */
export function withoutValue<Filters extends FacetFilter>(
  filters: Filters,
  name: string,
  value: string,
): Filters {
  const facet = facetNames.find((one) => one === name);
  const given = filters[name as keyof Filters];
  const isOther = (one: string) =>
    facet !== undefined && facets[facet].fold(one) !== facets[facet].fold(value);
  return { ...filters, [name]: Array.isArray(given) ? given.filter(isOther) : undefined };
}

/** The facet whose facts have this name in the search index. */
export const facetOfToken = (token: string): FacetName | undefined =>
  facetNames.find((name) => facets[name].searchToken === token);

/** The names of facts in the search index. */
export const factTokens = facetNames.flatMap(
  (name) => (facets[name].searchToken as FactToken | undefined) ?? [],
);

/** The facets with facts in the search index, and the names of these facts. */
export const searchedFacets = facetNames.flatMap((name) => {
  const token = facets[name].searchToken as FactToken | undefined;
  return token === undefined ? [] : [{ name, token }];
});
