import type { Course, Grid, Place } from "../../../shared/courses.ts";
import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { useMessages } from "../../ui/messages.ts";
import { useExamWords } from "./exam-words.ts";
import { linesOf } from "./lines-of.ts";
import { type CellActions, PlaceTile } from "./place-tile.tsx";

/** With more exams than this, the places of a cell are below each other. */
const MAX_BESIDE = 4;

export interface CourseGridProps {
  course: Course;
  grid: Grid;
  /** The actions for a missing paper. */
  Actions?: CellActions | undefined;
}

/** The papers of a course: years down, exams across. On a phone, each year opens (islands/course-table.ts). */
export function CourseGrid({ course, grid, Actions }: CourseGridProps) {
  const { coursePage: words } = useMessages(coursePagesMessages);
  const { examOf } = useExamWords();
  const { exams, rows, undated } = grid;
  const common = { course, Actions };
  return (
    <table className={exams.length > MAX_BESIDE ? "course-grid course-many" : "course-grid"}>
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
        {rows.map(({ year, places }) => (
          <tr key={year} id={yearId(year)} className="course-fold">
            <YearHead id={yearId(year)} year={String(year)} />
            {exams.map(({ examType }, column) => (
              <Cell
                key={examType}
                {...common}
                year={year}
                examType={examType}
                places={places[column] ?? []}
              />
            ))}
          </tr>
        ))}
        {undated.length > 0 && (
          <tr id={yearId(0)} className="course-fold">
            <YearHead id={yearId(0)} year={words.noYear} />
            <Cell {...common} year={0} examType="" places={undated} columns={exams.length} />
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** The id of a year's row, for links to it. */
export const yearId = (year: number): string => `y${year}`;

function YearHead({ id, year }: { id: string; year: string }) {
  const { coursePage: words } = useMessages(coursePagesMessages);
  return (
    <th scope="row">
      {year}
      <a className="course-open" href={`#${id}`}>
        <span className="visually-hidden">{words.open(year)}</span>
      </a>
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
  Actions: CellActions | undefined;
}

function Cell({ places, columns, examType, ...common }: CellProps) {
  const { examOf } = useExamWords();
  const lines = linesOf(places);
  return (
    <td
      data-label={examOf(examType)}
      colSpan={columns}
      className={lines.length === 0 ? "course-blank" : undefined}
    >
      {lines.map((line, index) => (
        <div className="course-cell" key={index}>
          {line.map((placed, at) => (
            <PlaceTile key={at} {...placed} {...common} examType={examType} />
          ))}
        </div>
      ))}
      {lines.length === 0 && <div className="course-cell" />}
    </td>
  );
}
