import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { useMessages } from "../../ui/messages.ts";

/** Shown instead of an empty list of courses. */
export function NoCourses() {
  const { browsing: words } = useMessages(coursePagesMessages);
  const { list } = useMessages();
  return (
    <div className="empty">
      <p>{words.none}</p>
      <p>{words.noneHint}</p>
      <p className="button-row">
        <a className="button" href="/dashboard/contribute">
          {list.contribute}
        </a>
      </p>
    </div>
  );
}
