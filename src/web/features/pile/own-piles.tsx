import { Link } from "react-router";
import { pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";

/** A pile in the list of its owner. */
export interface ListedPile {
  id: string;
  /** In epoch milliseconds. */
  createdAt: number;
  expiresAt: number;
  /** The number of papers that are not sent. */
  open: number;
  sent: number;
}

/** The person's piles, each with a link to it. */
export function OwnPiles({ piles }: { piles: ListedPile[] }) {
  const words = useMessages(pileMessages);
  const locale = useLocale();
  const date = (ms: number) =>
    new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "Asia/Dhaka" }).format(ms);
  return (
    <ul className="rows">
      {piles.map(({ id, createdAt, expiresAt, open, sent }) => (
        <li key={id}>
          <span className="item-name">
            <Link to={`/dashboard/contribute/${id}`}>{words.pileOf(date(createdAt))}</Link>
            <small>
              {words.counts(open, sent)} · {words.until(date(expiresAt))}
            </small>
          </span>
        </li>
      ))}
    </ul>
  );
}
