import { useState } from "react";
import { deskMessages } from "../../../shared/messages/en-desk.ts";
import { useMessages } from "../../ui/messages.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { isDoubtful } from "./desk-state.ts";
import { countPages } from "./desk-view.ts";
import { DetailsPane } from "./details-pane.tsx";
import { DeskIcon } from "./icons.tsx";
import { KeysDialog } from "./keys-dialog.tsx";
import { PaperPane } from "./paper-pane.tsx";
import { QueuePane } from "./queue-pane.tsx";
import { type DeskProps, type LiveDesk, type Tab, useDesk } from "./use-desk.ts";
import { useDeskKeys } from "./use-desk-keys.ts";

/** The desk in the browser: the queue, the paper, and its details with the decision. */
export function DeskScreen(props: DeskProps) {
  const desk = useDesk(props);
  const [hasKeys, setKeys] = useState(false);
  useDeskKeys(desk, () => setKeys(true));
  return (
    <div
      className="desk-screen"
      data-view={desk.isOpen ? desk.tab : "queue"}
      data-letters={desk.hasLetters ? undefined : "off"}
    >
      <QueuePane desk={desk} />
      <ItemHead desk={desk} />
      <PaperPane desk={desk} />
      <DetailsPane desk={desk} />
      <BulkBar desk={desk} />
      <BottomBar desk={desk} onHelp={() => setKeys(true)} />
      {hasKeys && <KeysDialog desk={desk} onClose={() => setKeys(false)} />}
    </div>
  );
}

const tabs: Tab[] = ["pages", "details", "text"];

/** The name of the open item and its tabs, on a phone. */
function ItemHead({ desk }: { desk: LiveDesk }) {
  const { state, store, item, tab, setTab } = desk;
  const words = useMessages(deskMessages);
  const row = state.rows.find(({ id }) => id === state.current);
  const place = state.rows.findIndex(({ id }) => id === state.current) + 1;
  const doubts = item?.details.filter(isDoubtful).length ?? 0;
  return (
    <div className="desk-item-head">
      <div>
        <button type="button" className="plain" onClick={() => desk.setOpen(false)}>
          {words.backToQueue}
        </button>
        <button
          type="button"
          className="plain desk-tool"
          aria-label={words.previous}
          onClick={() => store.move(-1)}
        >
          <DeskIcon name="previous" />
        </button>
        <h2>{row?.title ?? words.paper}</h2>
        <span>{words.place(place, Math.max(state.matching, place))}</span>
        <button
          type="button"
          className="plain desk-tool"
          aria-label={words.next}
          onClick={() => store.move(1)}
        >
          <DeskIcon name="next" />
        </button>
      </div>
      <div role="group" aria-label={words.tabs} className="desk-tabs">
        {tabs.map((one) => (
          <button
            key={one}
            type="button"
            className="plain"
            aria-pressed={tab === one}
            onClick={() => setTab(one)}
          >
            {words[one]}
            {one === "pages" && item && countPages(item) > 0 && ` ${countPages(item)}`}
            {one === "details" && doubts > 0 && (
              <span className="desk-mark desk-is-doubt">
                <DeskIcon name="check" /> {doubts}
              </span>
            )}
          </button>
        ))}
      </div>
    </div>
  );
}
