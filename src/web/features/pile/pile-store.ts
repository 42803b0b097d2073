import type { PileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { AGAIN, type Answer, callApi, LOGGED_OUT, pause, TOO_MANY } from "../../page/call-api.ts";
import { createStore } from "../../ui/create-store.ts";
import { applyEdits, type Edit } from "./apply-edits.ts";
import { createKeptInTab } from "./kept-in-tab.ts";
import { countGroups } from "./groups.ts";
import type { ShownPile, ShownRow } from "./pile-view.ts";

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

/** The first and the longest delay between two requests for a pile that changes by itself, in ms. */
const FIRST_POLL = 1_000;
const LONGEST_POLL = 5_000;
const SLOWER = 1.3;
/** A person who logs in again, or waits, can still make the change. */
const PASSING = new Set([LOGGED_OUT, TOO_MANY]);

/** An answer of the server. */
type Received<T> = Exclude<Answer<T>, { isLost: true }>;
type Refusal = Extract<Answer<never>, { status: number }>;

interface Pending extends Edit {
  isStored?: boolean;
}

const isAbout = ({ rows }: Edit, id: string): boolean => rows?.includes(id) ?? true;

/** Whether the server refuses each change of a row, because its item exists or its file can't be added. */
const isFinal = ({ status }: ShownRow): boolean => status === "sent" || status === "refused";

/**
 * The pile in the browser. It shows changes at once, sends them one after another, and sends them again after a lost
 * connection. While the pile changes by itself, it polls the server.
 */
export function createPileStore(first: ShownPile, words: PileMessages) {
  const kept = createKeptInTab<Edit>(`pile-edits ${first.id}`);
  let stored = first;
  let pending: Pending[] = [];
  const { state, set, subscribe } = createStore<PileState>({
    pile: first,
    refused: {},
    problem: undefined,
    known: 0,
    isWaiting: false,
    pace: undefined,
  });
  let chain: Promise<unknown> = Promise.resolve();
  let etag = "";
  let begun: { at: number; left: number } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = FIRST_POLL;
  let isClosed = true;
  let isDue = false;
  let rowsCame: (askedAt: number) => void = () => {};

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
    const saved = pending.filter(({ isStored }) => isStored);
    const headers = etag === "" ? undefined : { "if-none-match": etag };
    const response = await fetch(`/dashboard/contribute/${first.id}/rows`, {
      ...(headers && { headers }),
    }).catch(() => undefined);
    if (response?.ok) {
      etag = response.headers.get("etag") ?? "";
      const fresh = (await response.json()) as ShownPile;
      pending = pending.filter((edit) => !saved.includes(edit));
      take(fresh);
      delay = FIRST_POLL;
    } else if (response?.status === 304) {
      pending = pending.filter((edit) => !saved.includes(edit));
      if (saved.length > 0) show();
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

  function poll(): void {
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(async () => {
      const isAsked = isDue || (isMoving() && document.visibilityState === "visible");
      isDue = false;
      if (isAsked && !(await refresh().catch(() => false))) isDue = true;
      delay = Math.min(delay * SLOWER, LONGEST_POLL);
      poll();
    }, delay);
  }

  /** Asks the server soon, because something changed. */
  function pollSoon(): void {
    isDue = true;
    delay = FIRST_POLL / 4;
    poll();
  }

  /** Sends a call again and again until the server answers. */
  async function sendNow<T>(method: "POST" | "PUT", path: string, body: object): Promise<Received<T>> {
    for (;;) {
      const answer = await callApi<T>(method, `/piles/${first.id}/${path}`, body);
      const isEarly = "status" in answer && PASSING.has(answer.status);
      if (!("isLost" in answer) && !isEarly) {
        if (state().isWaiting) set({ isWaiting: false, problem: undefined });
        return answer;
      }
      const isOut = "status" in answer && answer.status === LOGGED_OUT;
      const reason = "message" in answer ? answer.message : undefined;
      set({ isWaiting: true, problem: isOut ? words.loggedOut : reason });
      await pause(AGAIN);
    }
  }

  /** Makes calls after the earlier ones. */
  function inTurn<T>(call: () => Promise<T>): Promise<T> {
    const earlier = chain;
    const made = (async () => {
      await earlier;
      return call();
    })();
    chain = made.catch(() => {});
    return made;
  }

  const keep = () => kept.keep(pending.filter(({ isStored }) => !isStored));

  /** Changes rows. The screen shows the change at once. */
  async function changeRows(made: Edit): Promise<void> {
    const entry: Pending = { ...made };
    pending = [...pending, entry];
    keep();
    const refused = { ...state().refused };
    for (const id of made.rows ?? [])
      for (const field of Object.keys(made.values ?? {})) delete refused[refusedName(id, field)];
    show({ refused, problem: undefined });
    await inTurn(() => saveRows(entry));
    keep();
    pollSoon();
  }

  /**
   * Sends a change. If the server names rows that can't change, it sends the change for the others, before any later
   * change of the same cells.
   */
  async function saveRows(entry: Pending): Promise<void> {
    const all = entry.rows?.length ?? 0;
    for (;;) {
      const { rows, ...changes } = entry;
      const answer = await sendNow("PUT", "rows", { rows: rows ?? "all", ...changes });
      if ("body" in answer) {
        entry.isStored = true;
        const left = all - (rows?.length ?? 0);
        if (left > 0) set({ problem: words.notChanged(left) });
        return;
      }
      const isAboutRows = "rows" in answer.problems && (await refresh().catch(() => false));
      const open =
        isAboutRows && rows ? stored.rows.filter((row) => rows.includes(row.id) && !isFinal(row)) : [];
      // Without progress, the same change would be refused again and again.
      if (open.length === 0 || open.length === rows?.length) return refuse(entry, answer);
      entry.rows = open.map(({ id }) => id);
      keep();
    }
  }

  /** Takes a change back, and keeps its values at their cells, so that the person can mend or send them again. */
  function refuse(entry: Pending, { problems, message }: Refusal): void {
    const later = pending.slice(pending.indexOf(entry) + 1);
    pending = pending.filter((one) => one !== entry);
    const reason = Object.values(problems)[0] ?? (message || words.notSaved);
    const isOfField = Object.keys(entry.values ?? {}).some((field) => field in problems);
    const refused = { ...state().refused };
    for (const { id } of stored.rows.filter((row) => isAbout(entry, row.id) && !isFinal(row)))
      for (const [field, value] of Object.entries(entry.values ?? {})) {
        const problem = problems[field] ?? (isOfField ? words.notSaved : reason);
        const isReplaced = later.some((edit) => isAbout(edit, id) && edit.values?.[field] !== undefined);
        if (!isReplaced) refused[refusedName(id, field)] = { value, problem };
      }
    show({ refused, problem: reason });
  }

  /** Calls the server about the pile, and shows the result. @returns the body; undefined if the call was refused */
  async function act<T>(method: "POST" | "PUT", path: string, body: object): Promise<T | undefined> {
    set({ problem: undefined, known: 0 });
    const answer = await inTurn(() => sendNow<T>(method, path, body));
    if ("problems" in answer) set({ problem: Object.values(answer.problems)[0] ?? answer.message });
    await refresh();
    pollSoon();
    return "body" in answer ? answer.body : undefined;
  }

  return {
    subscribe,
    state,
    refresh,
    pollSoon,

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

    /** Begins to poll the server. @returns a function that stops it */
    open() {
      isClosed = false;
      pollSoon();
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
  };
}
