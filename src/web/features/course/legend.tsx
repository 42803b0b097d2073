import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { useMessages } from "../../ui/messages.ts";

/** The meanings of the signs in the table's small drawing. Screen readers hear them in the table. */
export function Legend() {
  const { coursePage: words } = useMessages(coursePagesMessages);
  return (
    <ul className="course-legend" aria-hidden="true">
      <li>
        <span className="course-sign course-sheet" data-n="3" />
        {words.legendPaper}
      </li>
      <li>
        <span className="course-sign course-gap" data-n="12" />
        {words.legendGap}
      </li>
      <li>
        <span className="course-sign course-none" data-n="–" />
        {words.legendNone}
      </li>
    </ul>
  );
}
