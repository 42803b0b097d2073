import { useEffect, useState, useSyncExternalStore } from "react";
import { deskMessages } from "../../../shared/messages/en-desk.ts";
import type { DeskDecision, DeskItem, DeskPage } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";
import { createDeskStore, type DeskStore } from "./desk-store.ts";
import type { DeskState } from "./desk-state.ts";
import type { ShownDetail } from "./desk-view.ts";

/** The parts of an item, as tabs on a phone. */
export type Tab = "pages" | "details" | "text";

export interface DeskProps {
  queue: DeskPage;
  /** The parameters of the address. */
  filter: Record<string, string>;
  /** The id of the item to open first. */
  firstId: string | undefined;
  /** The texts for returning an item. */
  reasons: string[];
  /** The id of the moderator's account. */
  readerId: string;
  /** The last decision of the moderator, from before the page was opened. */
  last: DeskDecision | undefined;
}

/** The desk with the state of its view. */
export interface LiveDesk {
  store: DeskStore;
  state: DeskState;
  /** The open item, once it is loaded. */
  item: DeskItem | undefined;
  reasons: string[];
  tab: Tab;
  setTab: (tab: Tab) => void;
  /** Whether a phone shows the item, and not the queue. */
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  /** The detail whose field has the focus. */
  focused: ShownDetail | undefined;
  setFocused: (detail: ShownDetail | undefined) => void;
  /** The place in the list of possible duplicates of the one that is shown side by side. */
  compared: number | undefined;
  setCompared: (place: number | undefined) => void;
  /** The number of the page on the screen. */
  page: number;
  setPage: (page: number) => void;
  /** Whether the sheet with the reasons is open, on a phone. */
  isReturning: boolean;
  setReturning: (isReturning: boolean) => void;
  /** Whether letters, digits and the question mark are keys of the desk. */
  hasLetters: boolean;
  setLetters: (hasLetters: boolean) => void;
}

const LETTERS = "desk-letters";

/** Whether letters and digits are keys of the desk, as the person chose on this device. */
function storedLetters(): boolean {
  try {
    return localStorage.getItem(LETTERS) !== "off";
  } catch {
    return true;
  }
}

function storeLetters(hasLetters: boolean): void {
  try {
    if (hasLetters) localStorage.removeItem(LETTERS);
    else localStorage.setItem(LETTERS, "off");
  } catch {
    // Without storage, the choice ends with the page.
  }
}

/** The state of the view that belongs to one item. */
interface ItemView {
  id: string | undefined;
  focused: ShownDetail | undefined;
  compared: number | undefined;
  page: number;
  isReturning: boolean;
}

const viewOf = (id: string | undefined): ItemView => ({
  id,
  focused: undefined,
  compared: undefined,
  page: 1,
  isReturning: false,
});

/** Opens the desk in the browser. */
export function useDesk({ queue, filter, firstId, reasons, readerId, last }: DeskProps): LiveDesk {
  const words = useMessages(deskMessages);
  const [store] = useState(() => createDeskStore(queue, filter, last, words, readerId));
  const state = useSyncExternalStore(store.subscribe, store.state, store.state);
  const [tab, setTab] = useState<Tab>("pages");
  const [hasLetters, setLetters] = useState(storedLetters);
  const [isOpen, setOpen] = useState(firstId !== undefined);
  const [stored, setView] = useState(() => viewOf(state.current));
  useEffect(() => store.open(firstId), [store, firstId]);
  // Another item begins with a view of its own.
  const view = stored.id === state.current ? stored : viewOf(state.current);
  const change = (part: Partial<ItemView>) => setView({ ...view, ...part });
  const found = state.current === undefined ? undefined : state.items[state.current];
  return {
    store,
    state,
    item: found === "gone" ? undefined : found,
    reasons,
    tab,
    setTab,
    isOpen: isOpen && state.current !== undefined,
    setOpen,
    ...view,
    setFocused: (focused) => change({ focused, ...(focused?.read?.page && { page: focused.read.page }) }),
    setCompared: (compared) => change({ compared }),
    setPage: (page) => change({ page }),
    setReturning: (isReturning) => change({ isReturning }),
    hasLetters,
    setLetters(isOn) {
      setLetters(isOn);
      storeLetters(isOn);
    },
  };
}
