import type { Cell, ExamKey, Grid, GridInput, Place } from "./courses.ts";
import { facets } from "../facets/facets.ts";
import { newestMonthFirst } from "../facets/months.ts";

/** An exam with more papers of one term than this shows their number instead. */
const MAX_TILES = 6;
/** In how many other years an exam must have a term before the term is expected. */
const ENOUGH_YEARS = 2;
/** From this number of people on, a missing paper may add a year or an exam that the course has no papers of. */
const ENOUGH_PEOPLE = 2;
/** Exams that are held only when they are needed, so a year without one is no gap. */
const IRREGULAR = new Set(["", "improvement"]);

const orderOf = (options: readonly string[] = [], value: string): number => {
  const at = options.indexOf(value);
  return at >= 0 ? at : value === "" ? options.length + 1 : options.length;
};
const byOrder = (name: "examType" | "term") => (one: string, other: string) => {
  const { options } = facets[name].field;
  return orderOf(options, one) - orderOf(options, other) || (one < other ? -1 : one > other ? 1 : 0);
};
const byExam = byOrder("examType");
const byTerm = byOrder("term");
const unique = <Value>(values: Iterable<Value>): Value[] => [...new Set(values)];

/**
 * Arranges the papers of a course by year and exam, and finds the gaps. Decision 072 explains the rule: a gap is an
 * exam that the course has in other years, and never one that may not exist.
 */
export function courseGrid({ cells, notHeld, lastMonths, now, wanted: requests = [] }: GridInput): Grid {
  const dated = cells.filter(({ year }) => year > 0);
  const years = dated.map(({ year }) => year);
  const [first, last] = [Math.min(...years), Math.max(...years)];
  const types = new Set(cells.map(({ examType }) => examType));
  // One person alone can't fill everybody's table with years and exams that the course never had.
  const wanted = requests.filter(
    ({ year, examType, wanted: people, isMine }) =>
      isMine || people >= ENOUGH_PEOPLE || (year >= first && year <= now.year && types.has(examType)),
  );
  const columns = unique([...cells, ...wanted].map(({ examType }) => examType)).toSorted(byExam);
  const papersIn = Map.groupBy(dated, ({ year, examType }) => `${year} ${examType}`);
  const held = yearsOfTerms(dated);
  const start = firstYears(dated);

  const isNotYet = (year: number, term: string): boolean =>
    year * 12 + (term === "" ? 12 : (lastMonths[term] ?? 12)) > now.year * 12 + now.month;

  /** The terms in which the course must have had this exam in this year; "" for an exam of an unknown term. */
  function expected(year: number, examType: string, papers: readonly Cell[]): string[] {
    if (IRREGULAR.has(examType) || !(year >= first && year <= now.year)) return [];
    // A paper without an exam type or a term may be the paper that seems to be missing.
    if (papersIn.has(`${year} `) || papers.some(({ term }) => term === "")) return [];
    const terms = [...(held.get(examType) ?? [])].map(([term, all]) => ({
      term,
      others: all.has(year) ? all.size - 1 : all.size,
    }));
    const usual = terms.filter(
      ({ term, others }) => term !== "" && others >= ENOUGH_YEARS && year >= (start.get(term) ?? Infinity),
    );
    if (usual.length > 0)
      return usual.map(({ term }) => term).filter((term) => !papers.some((cell) => cell.term === term));
    return papers.length === 0 && terms.some(({ others }) => others > 0) ? [""] : [];
  }

  function placesOf(year: number, examType: string): Place[] {
    const papers = papersIn.get(`${year} ${examType}`) ?? [];
    const isHere = (exam: ExamKey) => exam.year === year && exam.examType === examType;
    // A paper of any term shows that a record of all terms is wrong.
    const off = notHeld
      .filter((exam) => isHere(exam) && !papers.some(({ term }) => exam.term === "" || term === exam.term))
      .map(({ term }) => term);
    const isOff = (term: string) => off.includes("") || off.includes(term);
    // A paper without a term may be the one that people want, so they are told about it.
    const isFound = ({ term }: ExamKey) =>
      papers.some((paper) => term === "" || paper.term === "" || paper.term === term);
    const asked = wanted.filter((exam) => isHere(exam) && !isFound(exam) && !isOff(exam.term));
    const guessed = expected(year, examType, papers).filter(
      // Beside a recorded or requested term, an exam of an unknown term may be the same one.
      (term) => !isOff(term) && (term !== "" || (off.length === 0 && asked.length === 0)),
    );
    const missing = unique([...guessed, ...asked.map(({ term }) => term)]).map((term): Place => {
      if (isNotYet(year, term)) return { state: "notYet", term };
      const request = asked.find((exam) => exam.term === term);
      return { state: "gap", term, wanted: request?.wanted ?? 0, isMine: request?.isMine ?? false };
    });
    const none = off.map((term): Place => ({ state: "notHeld", term }));
    return [...tiles(papers), ...missing, ...none].toSorted((one, other) => byTerm(one.term, other.term));
  }

  const noted = [...notHeld, ...wanted].map(({ year }) => year);
  const range =
    dated.length === 0
      ? []
      : Array.from({ length: Math.max(last, now.year) - first + 1 }, (_, at) => first + at);
  const rows = unique([...range, ...noted])
    .toSorted((one, other) => other - one)
    .map((year) => ({ year, places: columns.map((examType) => placesOf(year, examType)) }))
    // A new year in which nothing is expected is no row yet.
    .filter(({ year, places }) => year <= last || places.some((each) => each.length > 0));

  const exams = columns.map((examType, at) => ({
    examType,
    papers: sum(cells.filter((cell) => cell.examType === examType).map((cell) => cell.papers)),
    missing: sum(rows.map(({ places }) => places[at]?.filter(({ state }) => state === "gap").length ?? 0)),
  }));
  return {
    exams,
    rows,
    undated: tiles(cells.filter(({ year }) => year === 0)),
    papers: sum(exams.map(({ papers }) => papers)),
    missing: sum(exams.map(({ missing }) => missing)),
    lastFinal: lastFinal(columns, rows),
    mostWanted: mostWanted(columns, rows),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** The years in which each exam has papers of each term. */
function yearsOfTerms(cells: readonly Cell[]): Map<string, Map<string, Set<number>>> {
  const byTermOf = (papers: readonly Cell[]) =>
    [...Map.groupBy(papers, ({ term }) => term)].map(
      ([term, each]) => [term, new Set(each.map(({ year }) => year))] as const,
    );
  return new Map(
    [...Map.groupBy(cells, ({ examType }) => examType)].map(([examType, papers]) => [
      examType,
      new Map(byTermOf(papers)),
    ]),
  );
}

/** The first year in which the course has a paper of each term, in any exam. */
function firstYears(cells: readonly Cell[]): Map<string, number> {
  const firsts = new Map<string, number>();
  for (const { term, year } of cells) firsts.set(term, Math.min(year, firsts.get(term) ?? Infinity));
  return firsts;
}

/** One place for each paper, or one for each code of a term with many papers: a list shows the papers of one code. */
function tiles(cells: readonly Cell[]): Place[] {
  return [...Map.groupBy(cells, ({ term }) => term)].flatMap(([term, papers]): Place[] => {
    if (papers.length > MAX_TILES || papers.some(({ id }) => id === undefined))
      return [...Map.groupBy(papers, ({ codeNorm }) => codeNorm)].map(([codeNorm, each]) => ({
        state: "papers",
        term,
        codeNorm,
        papers: sum(each.map((cell) => cell.papers)),
      }));
    return papers
      .toSorted(
        (one, other) =>
          newestMonthFirst(one.heldIn, other.heldIn) ||
          (one.set < other.set ? -1 : one.set > other.set ? 1 : 0),
      )
      .map(({ set, heldIn, id = "", answers = 0 }) => ({ state: "paper", term, set, heldIn, id, answers }));
  });
}

/** Of the finals of one year, the one of the last term; then of the last month. */
function lastFinal(columns: readonly string[], rows: Grid["rows"]): string | undefined {
  const column = columns.indexOf("final");
  const { options = [] } = facets.term.field;
  for (const { places } of rows) {
    const [newest] = (places[column] ?? [])
      .flatMap((place) => (place.state === "paper" ? [place] : []))
      .toSorted((one, other) => options.indexOf(other.term) - options.indexOf(one.term));
    if (newest) return newest.id;
  }
  return undefined;
}

/** Of equally wanted papers, the newest; then the exam that comes later, such as the final. */
function mostWanted(columns: readonly string[], rows: Grid["rows"]): Grid["mostWanted"] {
  const gaps = rows.flatMap(({ year, places }) =>
    places.flatMap((each, at) =>
      each.flatMap((place) =>
        place.state === "gap" && place.wanted > 0
          ? [{ year, examType: columns[at] as string, term: place.term, wanted: place.wanted, at }]
          : [],
      ),
    ),
  );
  const [most] = gaps.toSorted(
    (one, other) => other.wanted - one.wanted || other.year - one.year || other.at - one.at,
  );
  if (!most) return undefined;
  const { at: _at, ...exam } = most;
  return exam;
}
