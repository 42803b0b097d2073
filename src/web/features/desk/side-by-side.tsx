import { deskMessages } from "../../../shared/messages/en-desk.ts";
import { Cover } from "../../items/cover.tsx";
import { openHref } from "../../items/open-href.ts";
import { mayReplace } from "../../items/may-replace.ts";
import { Reasons } from "../../items/similar.tsx";
import { readingHref } from "../../items/item-names.ts";
import type { DeskItem } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";
import { Key } from "./icons.tsx";
import { pageAddress } from "./preload-page.ts";
import { deskActs } from "./use-desk-keys.ts";
import type { LiveDesk } from "./use-desk.ts";

/** A possible duplicate beside the open item. */
export function SideBySide({
  other,
  item,
  desk,
}: {
  other: DeskItem["similar"][number];
  item: DeskItem;
  desk: LiveDesk;
}) {
  const { page: pages, similar: words } = useMessages(deskMessages);
  const { compared = 0, setCompared } = desk;
  return (
    <aside className="desk-other" aria-label={words.other}>
      <p>
        <a href={readingHref(other)} target="_blank" rel="noreferrer">
          {other.title}
        </a>{" "}
        <Reasons reasons={other.reasons} />
      </p>
      <p className="button-row">
        {!item.change && (
          <button type="button" className="quiet" onClick={deskActs(desk).markDuplicate}>
            {words.mark} <Key name="M" />
          </button>
        )}
        {mayReplace(item, other) && (
          <button
            type="button"
            className="quiet"
            aria-keyshortcuts={desk.hasLetters ? "F" : undefined}
            onClick={deskActs(desk).replaceFile}
          >
            {words.replace} <Key name="F" />
          </button>
        )}
        {item.similar.length > 1 && (
          <button
            type="button"
            className="quiet"
            onClick={() => setCompared((compared + 1) % item.similar.length)}
          >
            {words.another}
          </button>
        )}
        <a className="button quiet" href={`/admin-dashboard/compare/${item.id}`}>
          {words.compare}
        </a>
        <button type="button" className="plain" onClick={() => setCompared(undefined)}>
          {words.close}
        </button>
      </p>
      {other.file?.pageCount ? (
        <img
          src={pageAddress(other.file.pages, Math.min(desk.page, other.file.pageCount))}
          alt={pages.alt(desk.page, other.title)}
          width={1_000}
          height={1_414}
        />
      ) : (
        <div className="desk-no-pages">
          <div className="desk-cover">
            <Cover item={other} title={other.title} isLarge />
          </div>
          <p>
            {words.noPage}{" "}
            {openHref(other) && (
              <a href={openHref(other)} target="_blank" rel="noreferrer">
                {other.previewUrl ? pages.drive : pages.link}
              </a>
            )}
          </p>
        </div>
      )}
    </aside>
  );
}
