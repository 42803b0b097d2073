import { Link } from "react-router";
import { pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import type { OwnPile } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";
import { formatIn } from "../../ui/time-of.tsx";
import { useTimeZone } from "../../ui/time-zone.ts";

/** The person's piles, each with a link to it. */
export function OwnPiles({ piles }: { piles: OwnPile[] }) {
  const words = useMessages(pileMessages);
  const timeZone = useTimeZone();
  const date = (iso: string) => formatIn(timeZone, false).format(new Date(iso));
  return (
    <ul className="rows">
      {piles.map(
        ({
          id,
          createdAt,
          expiresAt,
          open,
          sending,
          duplicates,
          counts: { sent = 0, leftOut = 0, refused = 0 },
        }) => (
          <li key={id}>
            <span className="item-name">
              <Link to={`/dashboard/contribute/${id}`}>{words.pileOf(date(createdAt))}</Link>
              <small>
                {words.counts(open, sent, { sending, others: leftOut + refused + duplicates })} ·{" "}
                {words.until(date(expiresAt))}
              </small>
            </span>
          </li>
        ),
      )}
    </ul>
  );
}
