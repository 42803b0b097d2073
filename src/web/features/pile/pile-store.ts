import type { PileMessages } from "../../../shared/messages/piles.ts";
import { type Answer, callApi } from "../../page/call-api.ts";
import { applyEdits, type Edit } from "./apply-edits.ts";
import { createKeptEdits } from "./kept-edits.ts";
import { countGroups } from "./groups.ts";
import type { ShownPile } from "./pile-view.ts";

/** A value that the server refused. */
export interface RefusedValue {
  value: string;
  /** A sentence. */
  problem: string;
}

export interface PileState {
  pile: ShownPile;
  /** Refused values by `refusedName`. */
  refused: Record<string, RefusedValue>;
  /** A sentence about the last change that failed as a whole. */
  problem: string | undefined;
  /** How many of the last added links were in the pile already. */
  known: number;
  /** Whether changes wait for the connection. */
  isWaiting: boolean;
  /** How many papers the server reads in a millisecond; undefined if unknown. */
  pace: number | undefined;
}

export type PileStore = ReturnType<typeof createPileStore>;

export const refusedName = (rowId: string, field: string): string => `${rowId} ${field}`;

/** The first and the longest delay between two looks at a pile that changes by itself, in ms. */
const FIRST_LOOK = 1_000;
const LONGEST_LOOK = 5_000;
const SLOWER = 1.3;
/** The delay before a change is sent again, in ms. */
const AGAIN = 2_000;

const LOGGED_OUT = 401;
/** A person who logs in again, or waits, can still make the change. */
const PASSING = new Set([LOGGED_OUT, 429]);

/** An answer of the server. */
type Received<T> = Exclude<Answer<T>, { isLost: true }>;

interface Pending extends Edit {
  isStored?: boolean;
}

/**
 * The pile in the browser. It shows changes at once, sends them one after another, and sends them again after a lost
 * connection. While the pile changes by itself, it looks at the server again and again.
 */
export function createPileStore(first: ShownPile, words: PileMessages) {
  const listeners = new Set<() => void>();
  const kept = createKeptEdits(first.id);
  let stored = first;
  let pending: Pending[] = [];
  let state: PileState = {
    pile: first,
    refused: {},
    problem: undefined,
    known: 0,
    isWaiting: false,
    pace: undefined,
  };
  let chain: Promise<unknown> = Promise.resolve();
  let etag = "";
  let begun: { at: number; left: number } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = FIRST_LOOK;
  let isClosed = true;
  let isDue = false;
  let rowsCame: (askedAt: number) => void = () => {};

  const set = (change: Partial<PileState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const show = (change: Partial<PileState> = {}) =>
    set({ ...change, pile: { ...stored, rows: applyEdits(stored.rows, pending) } });

  function take(fresh: ShownPile): void {
    const known = new Map(stored.rows.map((row) => [row.id, row]));
    const rows = fresh.rows.map((row) => {
      const old = known.get(row.id);
      return old && JSON.stringify(old) === JSON.stringify(row) ? old : row;
    });
    stored = { ...fresh, rows };
    const left = rows.filter(({ status }) => status === "reading").length;
    if (left > (begun?.left ?? 0)) begun = { at: performance.now(), left };
    const done = (begun?.left ?? 0) - left;
    const pace = begun && done > 1 ? done / (performance.now() - begun.at) : undefined;
    show({ pace });
  }

  /** @returns whether the server answered */
  async function refresh(): Promise<boolean> {
    const askedAt = performance.now();
    const settled = pending.filter(({ isStored }) => isStored);
    const headers = etag === "" ? undefined : { "if-none-match": etag };
    const response = await fetch(`/dashboard/contribute/${first.id}/rows`, {
      ...(headers && { headers }),
    }).catch(() => undefined);
    if (response?.ok) {
      etag = response.headers.get("etag") ?? "";
      const fresh = (await response.json()) as ShownPile;
      pending = pending.filter((edit) => !settled.includes(edit));
      take(fresh);
      delay = FIRST_LOOK;
    } else if (response?.status === 304) {
      pending = pending.filter((edit) => !settled.includes(edit));
      if (settled.length > 0) show();
    } else return false;
    rowsCame(askedAt);
    return true;
  }

  function isMoving(): boolean {
    const { reading, sending } = countGroups(stored.rows);
    const isUnpacking = stored.zips.some((zip) => zip.state === "waiting");
    const isShrinking = stored.largePdfs.some(({ problem: reason }) => reason === undefined);
    return reading > 0 || sending > 0 || isUnpacking || isShrinking || pending.length > 0;
  }

  function look(): void {
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(async () => {
      const isAsked = isDue || (isMoving() && document.visibilityState === "visible");
      isDue = false;
      if (isAsked && !(await refresh().catch(() => false))) isDue = true;
      delay = Math.min(delay * SLOWER, LONGEST_LOOK);
      look();
    }, delay);
  }

  /** Looks soon, because something changed. */
  function lookSoon(): void {
    isDue = true;
    delay = FIRST_LOOK / 4;
    look();
  }

  /** Sends a call again and again until the server answers. */
  async function sendNow<T>(method: "POST" | "PUT", path: string, body: object): Promise<Received<T>> {
    for (;;) {
      const answer = await callApi<T>(method, `/piles/${first.id}/${path}`, body);
      const isEarly = "status" in answer && PASSING.has(answer.status);
      if (!("isLost" in answer) && !isEarly) {
        if (state.isWaiting) set({ isWaiting: false, problem: undefined });
        return answer;
      }
      const isOut = "status" in answer && answer.status === LOGGED_OUT;
      const reason = "message" in answer ? answer.message : undefined;
      set({ isWaiting: true, problem: isOut ? words.loggedOut : reason });
      const { promise, resolve } = Promise.withResolvers<void>();
      setTimeout(resolve, AGAIN);
      await promise;
    }
  }

  /** Sends a call after the earlier ones. */
  function send<T>(method: "POST" | "PUT", path: string, body: object): Promise<Received<T>> {
    const earlier = chain;
    const sent = (async () => {
      await earlier;
      return sendNow<T>(method, path, body);
    })();
    chain = sent.catch(() => {});
    return sent;
  }

  const keep = () => kept.keep(pending.filter(({ isStored }) => !isStored));

  /** Changes rows. The screen shows the change at once. */
  async function changeRows(made: Edit): Promise<void> {
    const entry: Pending = { ...made };
    pending = [...pending, entry];
    keep();
    const refused = { ...state.refused };
    for (const id of made.rows ?? [])
      for (const field of Object.keys(made.values ?? {})) delete refused[refusedName(id, field)];
    show({ refused, problem: undefined });
    const { rows, ...changes } = made;
    const answer = await send("PUT", "rows", { rows: rows ?? "all", ...changes });
    if ("body" in answer) entry.isStored = true;
    else refuse(entry, answer.problems, answer.message);
    keep();
    lookSoon();
  }

  function refuse(entry: Pending, problems: Record<string, string>, message: string): void {
    pending = pending.filter((one) => one !== entry);
    const refused = { ...state.refused };
    for (const [field, problem] of Object.entries(problems))
      for (const id of entry.rows ?? []) {
        const value = entry.values?.[field];
        if (value !== undefined) refused[refusedName(id, field)] = { value, problem };
      }
    show({ refused, problem: Object.values(problems)[0] ?? (message || words.notSaved) });
  }

  /** Calls the server about the pile, and shows the result. @returns the body; undefined if the call was refused */
  async function act<T>(method: "POST" | "PUT", path: string, body: object): Promise<T | undefined> {
    set({ problem: undefined, known: 0 });
    const answer = await send<T>(method, path, body);
    if ("problems" in answer) set({ problem: Object.values(answer.problems)[0] ?? answer.message });
    await refresh();
    lookSoon();
    return "body" in answer ? answer.body : undefined;
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    refresh,
    lookSoon,

    /**
     * @param call called after each answer with the rows, with the time when the page asked for them, in ms since it was
     * opened
     * @returns a function that ends the calls
     */
    onRows(call: (askedAt: number) => void) {
      rowsCame = call;
      return () => {
        rowsCame = () => {};
      };
    },

    /** Begins to look at the server. @returns a function that stops it */
    open() {
      isClosed = false;
      lookSoon();
      void kept.takeOver().then((edits) => edits.forEach((edit) => void changeRows(edit)));
      return () => {
        isClosed = true;
        clearTimeout(timer);
      };
    },

    edit: changeRows,

    act,

    /** @param links one per line @returns whether they were added */
    async addLinks(links: string): Promise<boolean> {
      const added = await act<{ known: number }>("POST", "links", { links });
      if (added) set({ known: added.known });
      return added !== undefined;
    },

    /** Shows a sentence about a problem. */
    tell: (problem: string | undefined) => set({ problem }),
  };
}
