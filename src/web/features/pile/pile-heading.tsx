import { Link } from "react-router";
import { type PileMessages, pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { useMessages } from "../../ui/messages.ts";
import { countGroups, leftToConfirm } from "./groups.ts";
import type { ShownRow } from "./pile-view.ts";

/** The number of sent papers once nothing is left to confirm; undefined before. */
function allSent(rows: ShownRow[]): number | undefined {
  const counts = countGroups(rows);
  return leftToConfirm(counts) === 0 && counts.sending === 0 && counts.sent > 0 ? counts.sent : undefined;
}

/** The heading and title of the page. */
export function pileTitle(rows: ShownRow[], words: PileMessages): string {
  const sent = allSent(rows);
  return sent === undefined ? words.title(leftToConfirm(countGroups(rows))) : words.allSent(sent);
}

/** The way to the page, and its heading with the number of papers. */
export function PileHeading({ rows }: { rows: ShownRow[] }) {
  const words = useMessages(pileMessages);
  const { dashboard } = useMessages();
  return (
    <div>
      <nav className="pile-crumbs" aria-label={words.where}>
        <Link to="/dashboard">{dashboard.title}</Link> <span aria-hidden="true">›</span>{" "}
        <Link to="/dashboard/contribute">{words.breadcrumb}</Link>
      </nav>
      <h1>{pileTitle(rows, words)}</h1>
      {allSent(rows) !== undefined && (
        <p>
          {words.allSentDetail} <Link to="/dashboard/my-questions">{words.mine}</Link>
        </p>
      )}
    </div>
  );
}
