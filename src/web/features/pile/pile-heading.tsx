import { Link } from "react-router";
import { useMessages } from "../../ui/messages.ts";
import { usePileMessages } from "./pile-messages.ts";
import { countGroups } from "./groups.ts";
import type { ShownRow } from "./pile-view.ts";

/** The way to the page, and its heading with the number of papers. */
export function PileHeading({ rows }: { rows: ShownRow[] }) {
  const words = usePileMessages();
  const { dashboard } = useMessages();
  const { sent, sending } = countGroups(rows);
  const left = rows.length - sent - sending;
  const isDone = left === 0 && sent > 0;
  return (
    <div>
      <nav className="pile-crumbs" aria-label={words.where}>
        <Link to="/dashboard">{dashboard.title}</Link> <span aria-hidden="true">›</span>{" "}
        <Link to="/dashboard/contribute">{words.breadcrumb}</Link>
      </nav>
      <h1>{isDone ? words.allSent(sent) : words.title(left)}</h1>
      {isDone && (
        <p>
          {words.allSentDetail} <Link to="/dashboard/my-questions">{words.mine}</Link>
        </p>
      )}
    </div>
  );
}
