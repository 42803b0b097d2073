import { Link } from "react-router";
import { type PileMessages, pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { useMessages } from "../../ui/messages.ts";
import { countGroups, leftToConfirm } from "./groups.ts";
import type { ShownRow } from "./pile-view.ts";

/** Whether the person has sent all papers that they could confirm. */
const isAllSent = (counts: ReturnType<typeof countGroups>): boolean =>
  leftToConfirm(counts) === 0 && counts.sending === 0 && counts.sent > 0;

/** The heading and title of the page. */
export function pileTitle(rows: ShownRow[], words: PileMessages): string {
  if (rows.length === 0) return words.emptyTitle;
  const counts = countGroups(rows);
  if (isAllSent(counts)) return words.allSent(counts.sent);
  const left = leftToConfirm(counts);
  return left === 0 && counts.sending > 0 ? words.foot.sending(counts.sending) : words.title(left);
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
    </div>
  );
}
