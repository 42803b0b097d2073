import { Form } from "react-router";
import type { Course, ExamKey } from "../../../shared/courses/courses.ts";
import { facets } from "../../../shared/facets/facets.ts";
import { courseAdminMessages } from "../../../shared/messages/en-course-admin.ts";
import { langOf } from "../../items/item-names.ts";
import type { ListedMerge } from "../../page/context.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";

/** The merged and renamed courses, each with a button that undoes it. */
export function MergesTable({ merges }: { merges: ListedMerge[] }) {
  const words = useMessages(courseAdminMessages);
  if (merges.length === 0) return <p className="empty">{words.noMerges}</p>;
  return (
    <table aria-label={words.mergesTitle}>
      <thead>
        <tr>
          <th scope="col">{words.mergeOf}</th>
          <th scope="col">{words.shownAs}</th>
          <th scope="col">{words.fields.university.label}</th>
          <th scope="col">{words.actions}</th>
        </tr>
      </thead>
      <tbody>
        {merges.map(({ universityKey, codeNorm, shownCodeNorm, university }) => (
          <tr key={`${universityKey} ${codeNorm}`}>
            <td data-label={words.mergeOf}>{codeNorm}</td>
            <td data-label={words.shownAs}>{shownCodeNorm}</td>
            <td data-label={words.fields.university.label} lang={langOf(university)}>
              {university}
            </td>
            <td data-label={words.actions}>
              <Form method="post">
                <input type="hidden" name="universityKey" value={universityKey} />
                <input type="hidden" name="codeNorm" value={codeNorm} />
                <button className="quiet" name="act" value="undo" aria-label={words.undoOf(codeNorm)}>
                  {words.undo}
                </button>
              </Form>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface NotHeldProps {
  course: Course;
  exams: ExamKey[];
  /** Whether the reader may take records back. */
  mayChange: boolean;
}

/** The exams of a course that were not held. */
export function NotHeldList({ course, exams, mayChange }: NotHeldProps) {
  const words = useMessages(courseAdminMessages);
  const locale = useLocale();
  if (exams.length === 0) return <p className="empty">{words.noNotHeld}</p>;
  const shown = (name: "examType" | "term", value: string) =>
    facets[name].words[locale].options?.[value] ?? value;
  return (
    <ul>
      {exams.map(({ year, examType, term }) => {
        const exam = [shown("examType", examType), term && shown("term", term), year]
          .filter(Boolean)
          .join(" ");
        return (
          <li key={exam}>
            {exam}
            {mayChange && (
              <Form method="post">
                <input type="hidden" name="universityKey" value={course.universityKey} />
                <input type="hidden" name="codeNorm" value={course.codeNorm} />
                <input type="hidden" name="year" value={year} />
                <input type="hidden" name="examType" value={examType} />
                <input type="hidden" name="term" value={term} />
                <button className="quiet" name="act" value="takeBack" aria-label={words.takeBackOf(exam)}>
                  {words.takeBack}
                </button>
              </Form>
            )}
          </li>
        );
      })}
    </ul>
  );
}
