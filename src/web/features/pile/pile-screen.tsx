import { useEffect, useEffectEvent, useRef, useState } from "react";
import { pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import type { Suggestions } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Adding } from "./adding.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { Cards } from "./cards.tsx";
import { Filters } from "./filters.tsx";
import { Foot } from "./foot.tsx";
import { PileGrid } from "./grid.tsx";
import { type GroupName, groupOf, isOpen } from "./groups.ts";
import { KeysDialog } from "./keys-dialog.tsx";
import { PaperDialog } from "./paper-dialog.tsx";
import { PileHeading, pileTitle } from "./pile-heading.tsx";
import { FIELDS, pileKeyOf } from "./pile-keys.ts";
import type { ShownPile } from "./pile-view.ts";
import { PileProblems, PileProgress } from "./progress.tsx";
import { RemovePile } from "./remove-pile.tsx";
import { QuestionBar } from "./question-bar.tsx";
import { Unfinished } from "./unfinished.tsx";
import { useGrid } from "./use-grid.ts";
import { usePile } from "./use-pile.ts";
import { useWide } from "../../ui/use-wide.ts";

export interface PileScreenProps {
  pile: ShownPile;
  suggestions: Suggestions;
  /** True if the pile could not be removed. */
  failed: boolean;
}

/** The screen of a pile in the browser. */
export function PileScreen({ pile: first, suggestions, failed }: PileScreenProps) {
  const words = useMessages(pileMessages);
  const pile = usePile(first, suggestions);
  const { rows, store } = pile;
  const isWide = useWide(1024);
  const [filter, setFilter] = useState<GroupName>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<{ row: string; field?: string | undefined }>();
  const [hasKeys, setKeys] = useState(false);
  // A row that the person just changed stays until the filter changes, so that nothing moves away below the hand.
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const shown = filter ? rows.filter((row) => groupOf(row) === filter || kept.has(row.id)) : rows;
  const table = useRef<HTMLTableElement>(null);
  const grid = useGrid(shown, table);
  const choose = (next: GroupName | undefined) => {
    setFilter(next);
    setKept(new Set(rows.filter((row) => groupOf(row) === next).map(({ id }) => id)));
  };
  const { zips, largePdfs } = pile.state.pile;
  // A ZIP has no row before it is opened.
  const hasFiles = rows.length + pile.uploads.files.length + zips.length + largePdfs.length > 0;
  const paper = opened && rows.find(({ id }) => id === opened.row);
  const next = paper && rows.slice(rows.indexOf(paper) + 1).find(isOpen);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : undefined;
    if (event.defaultPrevented || target?.closest("dialog[open]")) return;
    const act = pileKeyOf(event, Boolean(target?.closest(FIELDS)));
    if (act === "send") document.querySelector<HTMLElement>("#pile-send")?.click();
    else if (act === "question") document.querySelector<HTMLElement>("#pile-answer")?.focus();
    else if (act === "keys") setKeys(true);
    else if (isWide && (act === "nextDoubt" || act === "paper")) {
      // Without the focus, the field of a cell saves the typed text.
      if (target?.matches(".pile-field")) target.closest("td")?.focus();
      if (act === "nextDoubt") grid.nextDoubt();
      else if (grid.active.row) setOpened({ row: grid.active.row });
    } else return;
    event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  return (
    <>
      <PageTitle title={pileTitle(rows, words)} failed={failed} />
      <div className="pile-top">
        <PileHeading rows={rows} />
        <Adding isShort={hasFiles} onFiles={pile.addFiles} onLinks={store.addLinks} />
      </div>
      <PileProgress state={pile.state} uploads={pile.uploads} rows={rows} />
      <QuestionBar pile={pile} />
      <Unfinished pile={pile} />
      {rows.length > 0 && isWide && (
        <div className="pile-rows">
          <div className="pile-tools">
            <Filters rows={rows} filter={filter} onFilter={choose} />
            <BulkBar
              pile={pile}
              selected={rows.filter(({ id }) => selected.has(id))}
              onClear={() => setSelected(new Set())}
            />
          </div>
          <PileGrid
            pile={pile}
            rows={shown}
            grid={grid}
            table={table}
            selected={selected}
            onSelected={setSelected}
            onOpen={(row, field) => setOpened({ row, field })}
          />
        </div>
      )}
      {rows.length > 0 && !isWide && (
        <div className="pile-rows">
          <Cards pile={pile} rows={rows} onOpen={(row, field) => setOpened({ row, field })} />
        </div>
      )}
      <RemovePile />
      <div className="pile-bottom">
        <PileProblems state={pile.state} uploads={pile.uploads} rows={rows} />
        {rows.length > 0 && <Foot pile={pile} isWide={isWide} onKeys={() => setKeys(true)} />}
      </div>
      {paper && (
        <PaperDialog
          // With this key, the next paper opens without the state of this one.
          key={`${paper.id} ${opened.field}`}
          row={paper}
          pile={pile}
          selected={selected}
          first={opened.field}
          isWide={isWide}
          onNext={next && (() => setOpened({ row: next.id }))}
          onClose={() => setOpened((now) => (now?.row === paper.id ? undefined : now))}
        />
      )}
      {hasKeys && <KeysDialog onClose={() => setKeys(false)} />}
    </>
  );
}
