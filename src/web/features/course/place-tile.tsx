import type { ComponentType } from "react";
import type { Course, ExamKey, Place } from "../../../shared/courses/courses.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { papersHref } from "../../addresses/papers-href.ts";
import { useMessages } from "../../ui/messages.ts";
import { useExamWords } from "./exam-words.ts";

/** From this count on, the number of people who want a paper is bold. */
const MANY = 10;

export interface CellActionsProps {
  course: Course;
  exam: ExamKey;
  /** How many people want the paper. */
  wanted: number;
  /** Whether the reader is one of them. */
  isMine: boolean;
}

/** The actions for a missing paper. */
export type CellActions = ComponentType<CellActionsProps>;

export interface PlaceTileProps {
  place: Place;
  course: Course;
  /** 0 for papers without a year. */
  year: number;
  examType: string;
  /** The id of the newest final, whose tile is strong. */
  lastFinal: string | undefined;
  Actions: CellActions | undefined;
}

/**
 * One place of the table. `data-n` is what the drawing for phones shows instead of the text; screen readers
 * hear the whole exam.
 */
export function PlaceTile({ place, course, year, examType, lastFinal, Actions }: PlaceTileProps) {
  const { coursePage: words } = useMessages(coursePagesMessages);
  const { examOf, termOf, nameOf } = useExamWords();
  const { state } = place;
  const code = otherCode(place, course);
  const exam = [nameOf({ ...place, year, examType }), code].filter(Boolean).join(" ");
  const said = words.said(exam, useStateWords(place));
  if (state === "paper" || state === "papers") {
    const isOne = state === "paper";
    const number = isOne ? place.answers : place.papers;
    return (
      <a
        className={isOne && place.id === lastFinal ? "course-place course-sheet course-last" : SHEET}
        data-n={number}
        href={
          isOne
            ? `${QUESTION.pages.details}/${place.id}`
            : papersHref(course.university, { year, examType, ...place })
        }
      >
        <span className="visually-hidden">{words.said(exam, "")}</span>
        <b aria-hidden="true">{[nameOf({ ...place, year: 0, examType }), code].filter(Boolean).join(" ")}</b>
        <span>{isOne ? words.someAnswers(number) : words.papers(number)}</span>
      </a>
    );
  }
  const isGap = state === "gap";
  // The actions of a reader who asked show the count.
  const isInActions = isGap && place.isMine && Actions !== undefined;
  return (
    <div
      className={isGap ? "course-place course-gap" : "course-place course-none"}
      data-n={isGap ? place.wanted || undefined : DASH}
    >
      <span className="visually-hidden">{said}</span>
      <span aria-hidden="true">
        {/* The column says which exam it is, except on a phone. */}
        <b>
          <span className="course-exam">{examOf(examType)} </span>
          {(isGap || state === "notHeld") && termOf(place.term)}{" "}
        </b>
        {isGap && !isInActions && <Wanted {...place} />}
        {state === "notYet" && words.notYet(termOf(place.term))}
        {state === "notHeld" && words.notHeld}
      </span>
      {isGap && Actions && (
        <Actions
          course={course}
          exam={{ year, examType, term: place.term }}
          wanted={place.wanted}
          isMine={place.isMine}
        />
      )}
    </div>
  );
}

const SHEET = "course-place course-sheet";
const QUESTION = kindNamed("question");
const DASH = "–";

/** The code of papers that belong to a merged course, to tell their list from that of the course's own papers. */
const otherCode = (place: Place, { codeNorm }: Course): string =>
  place.state === "papers" && place.codeNorm !== codeNorm ? place.codeNorm : "";

function Wanted({ wanted, isMine }: Extract<Place, { state: "gap" }>) {
  const { coursePage: words } = useMessages(coursePagesMessages);
  if (isMine) return words.youAnd(wanted - 1);
  const text = wanted > 0 ? words.want(wanted) : words.missing;
  return wanted >= MANY ? <b>{text}</b> : text;
}

/** The state of a place, for screen readers. */
function useStateWords(place: Place): string {
  const { coursePage: words } = useMessages(coursePagesMessages);
  if (place.state === "paper") return words.someAnswers(place.answers);
  if (place.state === "papers") return words.papers(place.papers);
  if (place.state === "gap") return words.missingSaid(place.wanted);
  return place.state === "notYet" ? words.notYetSaid : words.notHeldSaid;
}
