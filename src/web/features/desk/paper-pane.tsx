import { useEffect, useRef, useState } from "react";
import { THUMBNAIL } from "../../../shared/files/files.ts";
import { deskMessages } from "../../../shared/messages/en-desk.ts";
import type { DeskItem } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";
import { Cover } from "../../items/cover.tsx";
import { openHref } from "../../items/open-href.ts";
import {
  countPages,
  deskTitle,
  fieldOf,
  pagesOf,
  pictureOf,
  type ShownDetail,
  shownOf,
} from "./desk-view.ts";
import { DeskIcon } from "./icons.tsx";
import { PaperText } from "./paper-text.tsx";
import { pageAddress } from "./preload-page.ts";
import { SideBySide } from "./side-by-side.tsx";
import { Thumbnail } from "./thumbnail.tsx";
import type { LiveDesk } from "./use-desk.ts";

const QUARTER = 90;
const CIRCLE = 360;
const STEP = 0.25;
const [MIN, MAX] = [0.5, 3];
const A4 = { width: 1_000, height: 1_414 };

/** The paper: its pages with zoom, or its text. */
export function PaperPane({ desk }: { desk: LiveDesk }) {
  const { item, state, store, tab, setTab } = desk;
  const words = useMessages(deskMessages);
  const hasPages = item !== undefined && pagesOf(shownOf(item)) !== undefined;
  // An item without a picture is seen when it is open.
  useEffect(() => {
    if (item && !hasPages) store.markSeen(item.id);
  }, [item, hasPages, store]);
  const isText = tab === "text";
  return (
    <section className="desk-paper" aria-label={words.paper}>
      <div className="desk-head desk-tabs" role="group" aria-label={words.tabs}>
        <button type="button" className="plain" aria-pressed={!isText} onClick={() => setTab("pages")}>
          {words.pages}
        </button>
        <button type="button" className="plain" aria-pressed={isText} onClick={() => setTab("text")}>
          {words.text}
        </button>
      </div>
      {item && isText && <PaperText key={item.id} id={item.id} onShown={() => store.markSeen(item.id)} />}
      {item && !isText && <Pages key={item.id} item={item} desk={desk} />}
      {!item && (
        <p className="desk-note" id="desk-paper" tabIndex={-1}>
          {state.current === undefined ? words.done : words.loading}
        </p>
      )}
    </section>
  );
}

function Pages({ item, desk }: { item: DeskItem; desk: LiveDesk }) {
  const { page, setPage, focused, compared, store } = desk;
  const words = useMessages(deskMessages);
  const [zoom, setZoom] = useState(1);
  const [turn, setTurn] = useState(0);
  const shown = shownOf(item);
  const pages = pagesOf(shown);
  const pageCount = countPages(item);
  const title = deskTitle(shown);
  const scroller = useRef<HTMLDivElement>(null);
  // Newer browsers return a promise, which is no function that ends an effect.
  useEffect(() => void scroller.current?.scrollTo(0, 0), [page]);
  const zoomBy = (step: number) => setZoom(Math.min(MAX, Math.max(MIN, zoom + step)));
  const frame = focused?.read?.page === page && turn === 0 ? focused.read.box : undefined;
  const other = compared === undefined ? undefined : item.similar[compared];
  return (
    <>
      <div className="desk-tools">
        {pageCount > 0 && <span>{words.page.of(page, pageCount)}</span>}
        {pageCount > 0 && (
          <>
            <Tool icon="out" label={words.page.zoomOut} onClick={() => zoomBy(-STEP)} />
            <button type="button" className="plain" onClick={() => setZoom(1)}>
              {words.page.width}
            </button>
            <Tool icon="in" label={words.page.zoomIn} onClick={() => zoomBy(STEP)} />
            <Tool icon="turn" label={words.page.turn} onClick={() => setTurn((turn + QUARTER) % CIRCLE)} />
          </>
        )}
        {openHref(shown) && (
          <a
            className="button plain"
            href={openHref(shown)}
            target="_blank"
            rel="noreferrer"
            aria-label={shown.file ? words.page.full : words.page.link}
          >
            <DeskIcon name="full" />
          </a>
        )}
      </div>
      <div className="desk-pages" data-two={other ? "" : undefined}>
        {pageCount > 1 && !other && (
          <ol className="desk-strip" aria-label={words.page.strip}>
            {Array.from({ length: pageCount }, (_, index) => (
              <li key={index}>
                <button
                  type="button"
                  className="plain"
                  aria-label={words.page.one(index + 1)}
                  aria-current={page === index + 1 ? "true" : undefined}
                  onClick={() => setPage(index + 1)}
                >
                  <Thumbnail
                    src={`${pages}/${index + 1}?width=${index === 0 ? THUMBNAIL : 720}`}
                    width={48}
                    height={68}
                  />
                  {index + 1}
                </button>
              </li>
            ))}
          </ol>
        )}
        {/* The keyboard scrolls it. */}
        <div
          className="desk-scroll"
          id="desk-paper"
          ref={scroller}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          role="group"
          aria-label={title}
        >
          {pages ? (
            <div className="desk-sheet" style={{ width: `${zoom * 100}%`, rotate: `${turn}deg` }}>
              <Picture
                key={page}
                src={pageAddress(pages, page, zoom)}
                alt={words.page.alt(page, title)}
                onShown={() => store.markSeen(item.id)}
                id={item.id}
              />
              {frame && <Frame box={frame} label={fieldOf(item.kind, focused?.name ?? "").label} />}
            </div>
          ) : (
            <NoPages item={item} />
          )}
        </div>
        {other && <SideBySide other={other} item={item} desk={desk} />}
      </div>
      {pageCount > 1 && (
        <div className="desk-page-steps">
          <Tool icon="previous" label={words.page.previous} onClick={() => setPage(Math.max(1, page - 1))} />
          <span>{words.place(page, pageCount)}</span>
          <Tool icon="next" label={words.page.next} onClick={() => setPage(Math.min(pageCount, page + 1))} />
        </div>
      )}
    </>
  );
}

/** An item without pages: its cover, and the link to what it shows. */
function NoPages({ item }: { item: DeskItem }) {
  const words = useMessages(deskMessages).page;
  const shown = shownOf(item);
  const title = deskTitle(shown);
  const picture = pictureOf(shown);
  const href = shown.file ? shown.downloadUrl : (shown.sourceUrl ?? openHref(shown));
  return (
    <div className="desk-no-pages" data-shown={item.id}>
      {picture === undefined ? (
        <div className="desk-cover">
          <Cover item={shown} title={title} isLarge />
        </div>
      ) : (
        <img src={picture} alt={words.cover(title)} referrerPolicy="no-referrer" />
      )}
      <p>
        {picture === undefined && words.none}{" "}
        {href && (
          <a href={href} target="_blank" rel="noreferrer">
            {shown.file ? words.full : shown.previewUrl ? words.drive : words.link}
          </a>
        )}
      </p>
    </div>
  );
}

interface PictureProps {
  id: string;
  src: string;
  alt: string;
  onShown: () => void;
}

/** A page. It is seen when the browser has it, or when it failed to load and says so. */
function Picture({ id, src, alt, onShown }: PictureProps) {
  const { page } = useMessages(deskMessages);
  const [shown, setShown] = useState<"no" | "yes" | "failed">("no");
  const settle = (result: "yes" | "failed") => {
    setShown(result);
    onShown();
  };
  return (
    <>
      <img
        ref={(image) => {
          if (image?.complete && image.naturalWidth > 0 && shown === "no") settle("yes");
        }}
        src={src}
        alt={alt}
        data-shown={shown === "no" ? undefined : id}
        {...A4}
        onLoad={() => settle("yes")}
        onError={() => settle("failed")}
      />
      {shown === "no" && <p className="desk-loading">{page.loading}</p>}
      {shown === "failed" && <p className="desk-note">{page.failed}</p>}
    </>
  );
}

type Box = NonNullable<NonNullable<ShownDetail["read"]>["box"]>;

const percent = (part: number) => `${part * 100}%`;

/** The frame around the line of a detail, with its label in the margin. */
function Frame({ box: [left, top, width, height], label }: { box: Box; label: string }) {
  return (
    <span
      className="desk-frame"
      style={{ left: percent(left), top: percent(top), width: percent(width), height: percent(height) }}
    >
      <span aria-hidden="true" data-side={left > 1 - left - width ? "left" : "right"}>
        {label}
      </span>
    </span>
  );
}

interface ToolProps {
  icon: Parameters<typeof DeskIcon>[0]["name"];
  label: string;
  onClick: () => void;
}

function Tool({ icon, label, onClick }: ToolProps) {
  return (
    <button type="button" className="plain desk-tool" aria-label={label} onClick={onClick}>
      <DeskIcon name={icon} />
    </button>
  );
}
