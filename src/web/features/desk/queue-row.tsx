import { deskMessages } from "../../../shared/messages/en-desk.ts";
import { boardOf } from "../../items/board.ts";
import { openHref } from "../../items/open-href.ts";
import { LinkIcon } from "../../ui/link-icon.tsx";
import { langOf } from "../../items/item-names.ts";
import { THUMBNAIL } from "../../../shared/files/files.ts";
import type { DeskRow } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";
import { isHeld } from "./desk-state.ts";
import { deskTitle, fieldOf, namesOf, pagesOf, pictureOf } from "./desk-view.ts";
import { DeskIcon, type DeskIconName } from "./icons.tsx";
import { Thumbnail } from "./thumbnail.tsx";
import type { LiveDesk } from "./use-desk.ts";

const DAY = 86_400_000;

/** How many days a row has waited. */
const daysOf = ({ since }: DeskRow): number => Math.floor((Date.now() - Date.parse(since)) / DAY);

/** One row of the queue: the item, its contributor and age, and its doubts. */
export function QueueRow({ row, desk }: { row: DeskRow; desk: LiveDesk }) {
  const { store, state, setOpen } = desk;
  const words = useMessages(deskMessages).row;
  const isCurrent = state.current === row.id;
  const days = daysOf(row);
  const { code, name, subject } = namesOf(row);
  const pages = pagesOf(row);
  return (
    <li className="desk-row" data-id={row.id} aria-current={isCurrent ? "true" : undefined}>
      <label className="desk-pick">
        <input
          type="checkbox"
          aria-label={words.select(deskTitle(row))}
          checked={state.selected.has(row.id)}
          onChange={() => store.toggle(row.id)}
        />
      </label>
      <button
        type="button"
        className="desk-open"
        onClick={() => {
          store.show(row.id, "chosen");
          setOpen(true);
        }}
      >
        {pages ? (
          <Thumbnail src={`${pages}/1?width=${THUMBNAIL}`} width={40} height={56} />
        ) : (
          <NoThumbnail row={row} />
        )}
        <span className="desk-row-text">
          <span className="desk-row-name" lang={langOf(name)}>
            {code && <b>{code}</b>} {name}
            {subject && <span className="visually-hidden">, {subject}</span>}
          </span>
          <span className="desk-row-by">
            <span lang={langOf(row.contributor.name)}>{row.contributor.name}</span>
            <span>
              <span aria-hidden="true">{words.days(days)}</span>
              <span className="visually-hidden">{words.since(days)}</span>
            </span>
          </span>
          <span className="desk-row-marks">
            <Marks row={row} />
          </span>
        </span>
      </button>
    </li>
  );
}

/** A row without pages: the picture of a blog, or a board in the colour of the department. */
function NoThumbnail({ row }: { row: DeskRow }) {
  const picture = pictureOf(row);
  if (picture !== undefined) return <Thumbnail src={picture} width={40} height={56} />;
  return (
    <span className={`desk-no-thumbnail item-board-${boardOf(row)}`}>{openHref(row) && <LinkIcon />}</span>
  );
}

/** The marks of a row, which the moderator sees before opening it. */
export function Marks({ row }: { row: DeskRow }) {
  const words = useMessages(deskMessages).row;
  const labels = (names: string[]) => names.map((name) => fieldOf(row.kind, name).label);
  const { missing, check, unread } = row.doubts;
  const marks: [icon: DeskIconName, text: string, look: string][] = [];
  if (isHeld(row)) marks.push(["eye", words.has(row.holder?.name ?? ""), "info"]);
  if (row.isOwn) marks.push(["eye", words.yours, "info"]);
  if (row.change !== undefined) marks.push(["pencil", words.change, "info"]);
  if (row.contributor.isFirst) marks.push(["star", words.first, "good"]);
  if (row.duplicates > 0) marks.push(["duplicate", words.duplicate, "doubt"]);
  if (missing.length > 0) marks.push(["missing", words.missing(labels(missing)), "doubt"]);
  if (check.length > 0) marks.push(["check", words.check(labels(check)), "doubt"]);
  if (row.isReading) marks.push(["reading", words.reading, "quiet"]);
  else if (row.change === undefined && missing.length + check.length === 0)
    marks.push(
      row.confidence === "none"
        ? ["reading", words.nothingRead, "quiet"]
        : unread.length > 0
          ? ["reading", words.unread(labels(unread)), "quiet"]
          : ["printed", words.clean, "quiet"],
    );
  return marks.map(([icon, text, look]) => (
    <span key={text} className={`desk-mark desk-is-${look}`}>
      <DeskIcon name={icon} /> {text}
      {icon === "star" && <span className="visually-hidden">{words.firstTime}</span>}
    </span>
  ));
}
