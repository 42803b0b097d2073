import { type Course, type Grid, hasPaper, type Place } from "../../../shared/courses/courses.ts";
import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { useMessages } from "../../ui/messages.ts";
import { useExamWords } from "./exam-words.ts";
import { type CellActions, PlaceTile } from "./place-tile.tsx";

/** With more exams, or a longer name of an exam, a closed year on a phone has no space for a number of each exam. */
const [MAX_NUMBERS, LONGEST_NAME] = [3, 10];

export interface CourseGridProps {
  course: Course;
  grid: Grid;
  /** The actions for a missing paper. */
  Actions?: CellActions | undefined;
}

type Row = Grid["rows"][number];

/**
 * The papers of a course: years down, exams across. On a phone, each year opens (islands/course-table.ts), and the
 * years without papers are one last row.
 */
export function CourseGrid({ course, grid, Actions }: CourseGridProps) {
  const { coursePage: words } = useMessages(coursePagesMessages);
  const { examOf } = useExamWords();
  const { exams, rows, undated, lastFinal } = grid;
  const common = { course, lastFinal, Actions };
  const bare = rows.filter((row) => !hasPapers(row));
  const newest = rows.find(hasPapers);
  const isMany =
    exams.length > MAX_NUMBERS || exams.some(({ examType }) => examOf(examType).length > LONGEST_NAME);
  return (
    <table className={isMany ? "course-grid course-many" : "course-grid"}>
      <caption className="visually-hidden">{words.byYear}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{words.year}</span>
          </th>
          {exams.map(({ examType, papers, missing }) => (
            <th scope="col" key={examType}>
              {examOf(examType)}{" "}
              <span>
                {words.hereOf(papers, papers + missing)}
                <span className="visually-hidden"> {words.hereOfPapers}</span>
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bare.length > 0 && <BareYears rows={bare} columns={exams.length + 1} />}
        {rows.map((row) => (
          <tr key={row.year} id={yearId(row.year)} className={classOf(row, row === newest)}>
            <YearHead id={yearId(row.year)} year={String(row.year)} places={row.places.flat()} />
            {exams.map(({ examType }, column) => (
              <Cell
                key={examType}
                {...common}
                year={row.year}
                examType={examType}
                places={row.places[column] ?? []}
              />
            ))}
          </tr>
        ))}
        {undated.length > 0 && (
          <tr id={yearId(0)} className="course-fold">
            <YearHead id={yearId(0)} year={words.noYear} places={undated} />
            <Cell {...common} year={0} examType="" places={undated} columns={exams.length} />
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** The id of a year's row, for links to it. */
export const yearId = (year: number): string => `y${year}`;

const hasPapers = ({ places }: Row): boolean => places.flat().some(hasPaper);

function classOf(row: Row, isNewest: boolean): string {
  if (!hasPapers(row)) return "course-bare";
  return isNewest ? "course-fold course-opened" : "course-fold";
}

/** The row that stands on a phone for all years without papers, and opens them. */
function BareYears({ rows, columns }: { rows: readonly Row[]; columns: number }) {
  const { coursePage: words } = useMessages(coursePagesMessages);
  const years = yearsText(
    rows.map(({ year }) => year),
    words.years,
  );
  const gaps = rows.flatMap(({ places }) => places.flat().filter(({ state }) => state === "gap"));
  return (
    <tr id="rest" className="course-rest course-fold">
      <td colSpan={columns}>
        <b>{years}</b> {words.nothingYet}
        {gaps.length > 0 && ` · ${words.ask}`}
        <a className="course-open" href="#rest">
          <span className="visually-hidden">{words.open(years)}</span>
        </a>
      </td>
    </tr>
  );
}

/** "2019 to 2026", or "2021, 2023 to 2026". @param years the newest first */
function yearsText(years: readonly number[], named: (first: number, last: number) => string): string {
  const runs: [first: number, last: number][] = [];
  for (const year of years.toReversed()) {
    const run = runs.at(-1);
    if (run && run[1] === year - 1) run[1] = year;
    else runs.push([year, year]);
  }
  return runs.map(([first, last]) => (first === last ? first : named(first, last))).join(", ");
}

function YearHead({ id, year, places }: { id: string; year: string; places: readonly Place[] }) {
  const { coursePage: words } = useMessages(coursePagesMessages);
  const papers = places.filter(hasPaper);
  const count = papers.reduce((sum, place) => sum + (place.state === "papers" ? place.papers : 1), 0);
  return (
    <th scope="row">
      {year}
      {papers.length > 0 && (
        <>
          <span className="course-sum" aria-hidden="true">
            {" "}
            {words.papers(count)}
          </span>
          <a className="course-open" href={`#${id}`}>
            <span className="visually-hidden">{words.open(year)}</span>
          </a>
        </>
      )}
    </th>
  );
}

interface CellProps {
  course: Course;
  year: number;
  examType: string;
  places: readonly Place[];
  /** How many columns the cell takes. */
  columns?: number;
  lastFinal: string | undefined;
  Actions: CellActions | undefined;
}

/** The places of one exam and year, one below the other. */
function Cell({ places, columns, ...common }: CellProps) {
  return (
    <td colSpan={columns}>
      <div className="course-cell">
        {places.map((place, index) => (
          <PlaceTile key={index} place={place} {...common} />
        ))}
      </div>
    </td>
  );
}
