import type { ReactNode } from "react";
import { type Course, coursePath, type ExamKey } from "../../../shared/courses/courses.ts";
import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { wantedMessages } from "../../../shared/messages/en-wanted.ts";
import { askedPath, examValue, havePath, wantedPath } from "../../../shared/courses/wanted.ts";
import { useMessages } from "../../ui/messages.ts";
import { useExamName } from "../../items/course-names.ts";

interface CellActionsProps {
  course: Course;
  exam: ExamKey;
  wanted: number;
  isMine: boolean;
}

/**
 * The actions for a missing paper of a course page. The buttons belong to the form around the table. The count of
 * a reader who asked leads to the question whether to take the request back.
 */
export function CellActions({ course, exam, wanted, isMine }: CellActionsProps) {
  const words = useMessages(wantedMessages);
  const { coursePage } = useMessages(coursePagesMessages);
  const about = <span className="visually-hidden">{words.about(useExamName()(exam))}</span>;
  return (
    <span className="wanted-acts">
      {isMine ? (
        <a href={askedPath(course, exam)} rel="nofollow">
          <span aria-hidden="true">✓ </span>
          {coursePage.youAnd(wanted - 1)}
          <span className="visually-hidden">: {words.takeBack}</span>
          {about}
        </a>
      ) : (
        <button name="ask" value={examValue(exam)}>
          {words.askShort}
          {about}
        </button>
      )}
      <a href={havePath(course, exam)} rel="nofollow">
        {words.have}
        {about}
      </a>
    </span>
  );
}

/** The form around the table of a course page. It needs no script, and a visitor logs in first. */
export function WantedForm({ course, children }: { course: Course; children: ReactNode }) {
  return (
    <form method="post" action={wantedPath(course)}>
      <input type="hidden" name="back" value={coursePath(course)} />
      {children}
    </form>
  );
}
