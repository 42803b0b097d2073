import type { DeskMessages } from "../../../shared/messages/en-desk.ts";
import type { DeskDecision, DeskItem, DeskPage, DeskRow, Holder } from "../../page/context.ts";
import { AGAIN, LOGGED_OUT } from "../../page/call-api.ts";
import { createStore } from "../../ui/create-store.ts";
import { callDesk, loadItem, loadRows } from "./desk-api.ts";
import { createDecisions } from "./desk-decisions.ts";
import {
  type DeskState,
  type Draft,
  draftOf,
  freeRow,
  isFree,
  lastOf,
  mergeRows,
  selectionOf,
} from "./desk-state.ts";
import { deskTitle, pagesOf, shownOf } from "./desk-view.ts";
import { preloadPage } from "./preload-page.ts";

export type DeskStore = ReturnType<typeof createDeskStore>;

/** How often the desk looks at the queue, in ms. */
const REFRESH_INTERVAL = 15_000;
/** How often the desk renews its claim, in ms. */
const RENEW = 60_000;
const MAX_ROWS = 100;
/** The statuses of an item that the moderator can't open. */
const GONE = new Set([403, 404]);

/** How a moderator reached an item: by choosing it, or because it is the next one. */
type Way = "chosen" | "next";

/** The desk in the browser: the queue, the open item, the drafts and the decisions. */
export function createDeskStore(
  first: DeskPage,
  filter: Record<string, string>,
  last: DeskDecision | undefined,
  words: DeskMessages,
  readerId: string,
) {
  const { state, set, subscribe } = createStore<DeskState>({
    ...first,
    filter,
    current: undefined,
    items: {},
    drafts: {},
    refused: {},
    selected: new Map(),
    isAllSelected: false,
    isSending: false,
    isLost: false,
    last: last && lastOf(last.action, last.title, last),
    said: "",
    hint: "",
    opened: "",
    isLoading: false,
  });
  const asked = new Map<string, Promise<DeskItem | undefined>>();

  const say = (said: string) => set({ said });
  const hint = (text: string) => set({ hint: text });
  const rowOf = (id: string | undefined) => state().rows.find((row) => row.id === id);
  const placeOf = (id: string) =>
    words.place(
      state().rows.findIndex((row) => row.id === id) + 1,
      Math.max(state().matching, state().rows.length),
    );
  const setRow = (id: string, change: Partial<DeskRow>) =>
    set({ rows: state().rows.map((row) => (row.id === id ? { ...row, ...change } : row)) });

  /** Loads an item. @param isFresh whether a stored answer is not enough */
  function fetchItem(id: string, isFresh = false): Promise<DeskItem | undefined> {
    const known = asked.get(id);
    if (known && !isFresh) return known;
    const answer = (async () => {
      const found = await loadItem(id);
      if (typeof found === "object") {
        set({ items: { ...state().items, [id]: found } });
        return found;
      }
      if (typeof found === "number" && GONE.has(found)) {
        set({ items: { ...state().items, [id]: "gone" } });
        return undefined;
      }
      asked.delete(id);
      // Otherwise the server is busy, or the connection is lost.
      if (found !== LOGGED_OUT && state().current === id)
        setTimeout(() => state().current === id && void fetchItem(id), AGAIN);
      return undefined;
    })();
    asked.set(id, answer);
    return answer;
  }

  /** Loads the next item and its first page in advance. */
  async function prefetch(from: string): Promise<void> {
    const next = freeRow(state().rows, from, 1);
    if (!next) return;
    const ofRow = pagesOf(next);
    if (ofRow) preloadPage(ofRow, 1);
    const item = await fetchItem(next.id);
    const pages = item && pagesOf(shownOf(item));
    if (pages) preloadPage(pages, 1);
  }

  async function claim(id: string, way: Way): Promise<void> {
    if (rowOf(id)?.isOwn) return;
    const answer = await callDesk<Holder>(`/items/${id}/claim`);
    if (!("body" in answer)) return;
    const { name, isYou } = answer.body;
    setRow(id, { holder: answer.body });
    if (isYou || state().current !== id) return;
    const next = way === "next" && freeRow(state().rows, id, 1);
    if (!next) return hint(words.decide.heldBy(name));
    show(next.id, "next");
    hint(words.decide.skippedHeld(name));
  }

  const release = (id: string) => void callDesk(`/items/${id}/release`);

  /** Opens an item. */
  function show(id: string, way: Way): void {
    const left = state().current;
    if (left === id) return;
    const row = rowOf(id);
    set({ current: id, hint: "", ...(row && { opened: words.opened(deskTitle(row), placeOf(id)) }) });
    if (left !== undefined && rowOf(left)?.holder?.isYou) {
      setRow(left, { holder: undefined });
      release(left);
    }
    void claim(id, way);
    void fetchItem(id).then(() => prefetch(id));
    if (state().rows.at(-1)?.id === id) void loadMore();
  }

  /** Opens the next or the previous item that nobody else holds. */
  function move(step: 1 | -1): void {
    const row = freeRow(state().rows, state().current, step);
    if (row) show(row.id, "next");
  }

  /**
   * Takes a row out of the queue, and opens the next one.
   * @returns its place
   */
  function takeOut(id: string): number {
    const index = state().rows.findIndex((row) => row.id === id);
    const next = freeRow(state().rows, id, 1) ?? freeRow(state().rows, id, -1);
    set({
      rows: state().rows.filter((row) => row.id !== id),
      matching: Math.max(0, state().matching - 1),
      counts: { ...state().counts, total: Math.max(0, state().counts.total - 1) },
      current: undefined,
      selected: new Map([...state().selected].filter(([one]) => one !== id)),
    });
    asked.delete(id);
    if (next) show(next.id, "next");
    else set({ opened: words.done });
    return index;
  }

  /** Puts a row back at its place, and opens it. */
  function putBack(row: DeskRow, index: number): void {
    const others = state().rows.filter(({ id }) => id !== row.id);
    const isNew = others.length === state().rows.length;
    set({
      rows: [...others.slice(0, index), { ...row, holder: undefined }, ...others.slice(index)],
      matching: state().matching + (isNew ? 1 : 0),
      counts: { ...state().counts, total: state().counts.total + (isNew ? 1 : 0) },
    });
    show(row.id, "chosen");
  }

  const paramsOf = (more: Record<string, string>) => new URLSearchParams({ ...state().filter, ...more });

  async function loadMore(): Promise<void> {
    const { next: after, isLoading } = state();
    if (!after || isLoading) return;
    set({ isLoading: true });
    const found = await loadRows(paramsOf({ after }));
    set({ isLoading: false });
    if (typeof found !== "object") return;
    const known = new Set(state().rows.map(({ id }) => id));
    const rows = [...state().rows, ...found.rows.filter(({ id }) => !known.has(id))];
    set({ rows, next: found.next, counts: found.counts, matching: found.matching });
    const { current } = state();
    if (current !== undefined) void prefetch(current);
  }

  /** Asks the server what waits now. Rows keep their places. */
  async function refresh(): Promise<void> {
    const size = Math.min(MAX_ROWS, Math.max(MAX_ROWS / 2, state().rows.length));
    const sent = state().isSending;
    const found = await loadRows(paramsOf({ size: String(size) }));
    // A decision that was made in the meantime may be missing in the answer.
    if (typeof found !== "object" || sent || state().isSending) return;
    const rows = mergeRows(state().rows, found.rows, found.next === undefined, state().current);
    const next = rows.length > found.rows.length ? state().next : found.next;
    set({ rows, counts: found.counts, matching: found.matching, next });
    if (state().current === undefined && rows[0]) show((rows.find(isFree) ?? rows[0]).id, "next");
  }

  const setDraft = (id: string, change: Partial<Draft>) =>
    set({ drafts: { ...state().drafts, [id]: { ...draftOf(state(), id), ...change } } });

  const decisions = createDecisions({
    readerId,
    state,
    set,
    say,
    hint,
    words,
    takeOut,
    putBack,
    refresh,
    async reload() {
      const { current } = state();
      asked.clear();
      set({ items: {}, current: undefined });
      await refresh();
      if (current !== undefined && rowOf(current)) show(current, "chosen");
    },
    fetchFresh: (id) => fetchItem(id, true),
  });

  return {
    subscribe,
    state,
    hint,
    show,
    move,
    loadMore,
    refresh,
    setDraft,
    ...decisions,

    setValue(id: string, name: string, value: string) {
      setDraft(id, { values: { ...draftOf(state(), id).values, [name]: value } });
    },

    /** Selects an item, or takes it out of the selection. */
    toggle(id: string) {
      const selected = new Map(state().selected);
      if (!selected.delete(id))
        for (const item of selectionOf(state(), [id]).values()) selected.set(id, item);
      set({ selected, isAllSelected: false });
    },
    select: (ids: readonly string[]) => set({ selected: selectionOf(state(), ids), isAllSelected: false }),
    selectAll() {
      const ids = state().rows.map(({ id }) => id);
      set({ selected: selectionOf(state(), ids), isAllSelected: true });
    },

    /** Begins to timer at the queue, and opens the first item. @returns a function that ends it */
    open(firstId: string | undefined) {
      const start = firstId ?? (state().rows.find(isFree) ?? state().rows[0])?.id;
      if (start !== undefined && state().current === undefined)
        show(start, firstId === undefined ? "next" : "chosen");
      void decisions.resume();
      const isSeen = () => document.visibilityState === "visible";
      const timer = setInterval(() => void (isSeen() && refresh()), REFRESH_INTERVAL);
      const renew = setInterval(() => {
        const { current } = state();
        if (isSeen() && current !== undefined) void claim(current, "chosen");
      }, RENEW);
      const leave = () => {
        const { current } = state();
        if (current !== undefined) release(current);
      };
      addEventListener("pagehide", leave);
      return () => {
        clearInterval(timer);
        clearInterval(renew);
        removeEventListener("pagehide", leave);
        leave();
      };
    },
  };
}
