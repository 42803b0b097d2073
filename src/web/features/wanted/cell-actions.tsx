import type { ReactNode } from "react";
import { type Course, coursePath, type ExamKey } from "../../../shared/courses.ts";
import { examValue, havePath, wantedPath } from "../../../shared/wanted.ts";
import { useExamName, useWantedMessages } from "./wanted-messages.ts";

interface CellActionsProps {
  course: Course;
  exam: ExamKey;
  isMine: boolean;
}

/** What people can do about a missing paper of a course page. The buttons belong to the form around the table. */
export function CellActions({ course, exam, isMine }: CellActionsProps) {
  const words = useWantedMessages();
  const about = <span className="visually-hidden">{words.about(useExamName()(exam))}</span>;
  return (
    <span className="wanted-acts">
      <button name={isMine ? "takeBack" : "ask"} value={examValue(exam)}>
        {isMine ? words.takeBack : words.askShort}
        {about}
      </button>
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
