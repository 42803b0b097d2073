import type { DeskMessages } from "../../../shared/messages/desk.ts";
import { callDesk, findDecision, newRequestId, sendDecision } from "./desk-api.ts";
import { type Decision, type DeskState, draftOf, editsOf, missingOf } from "./desk-state.ts";
import type { ShownItem, ShownRow } from "./desk-view.ts";

interface DecisionsDependencies {
  state: () => DeskState;
  set: (change: Partial<DeskState>) => void;
  say: (said: string) => void;
  words: DeskMessages;
  takeOut: (id: string) => number;
  putBack: (row: ShownRow, index: number) => void;
  refresh: () => Promise<void>;
  show: (id: string) => void;
  /** Forgets what was loaded of all items, and closes the open one. */
  forget: () => void;
  fetchFresh: (id: string) => Promise<ShownItem | undefined>;
}

/** The result of asking for a decision: sent, or what the moderator must do first. */
export type Asked = "sent" | "no" | "details" | "reason";

const CHANGED = 409;
/** How often the page asks for the progress of a job, in ms. */
const PROGRESS = 400;

/** The decisions of the desk: about the open item, about many items, and their undo. */
export function createDecisions(desk: DecisionsDependencies) {
  const { state, set, say, words, takeOut, putBack, refresh, show, forget, fetchFresh } = desk;
  const { decide: said } = words;
  /** The open item whose picture the moderator has seen. */
  let seen: string | undefined;

  /** The open item, if a decision about it may be sent now. */
  function ready(): ShownItem | undefined {
    const { current, items, isSending } = state();
    const item = current === undefined ? undefined : items[current];
    if (!item || item === "gone") return undefined;
    // A second press while the first decision is on its way must not decide on an item that nobody looked at.
    if (isSending) say(said.busy);
    else if (seen !== item.id) say(said.unseen);
    else return item;
    return undefined;
  }

  /** Sends a decision about the open item, and opens the next one at once. */
  async function send(item: ShownItem, action: Decision["action"], more: object): Promise<void> {
    const row = state().rows.find(({ id }) => id === item.id);
    const body = {
      action,
      requestId: newRequestId(),
      version: item.version,
      ...(item.change && { change: item.change.id }),
      ...more,
    };
    const { [item.id]: _old, ...refused } = state().refused;
    const last = { action, title: item.title, decision: undefined, row, index: 0, isUndoing: false };
    set({ isSending: true, last, refused });
    const index = takeOut(item.id);
    set({ last: { ...last, index } });
    const answer = await sendDecision<Decision>(`/items/${item.id}/decide`, body, (isLost) =>
      set({ isLost }),
    );
    if ("body" in answer) {
      const { [item.id]: _draft, ...drafts } = state().drafts;
      set({ isSending: false, drafts, last: { ...last, index, decision: answer.body } });
      return;
    }
    set({ isSending: false, last: undefined });
    const now = await fetchFresh(item.id);
    if (now?.isWaiting && row) {
      const message = answer.status === CHANGED ? said.moved(item.title) : answer.message;
      set({ refused: { ...state().refused, [item.id]: { fields: answer.problems, message } } });
      putBack({ ...row, version: now.version }, index);
      say([said.refused(item.title), message, ...Object.values(answer.problems)].filter(Boolean).join(" "));
    } else say(now?.decidedBy ? said.lostTo(item.title, now.decidedBy) : said.gone(item.title));
  }

  /** Watches a decision about many items until its job is done. */
  async function watch(decision: Decision): Promise<Decision> {
    let now = decision;
    while (now.state === "running" || now.state === "undoing") {
      const { promise, resolve } = Promise.withResolvers<void>();
      setTimeout(resolve, PROGRESS);
      await promise;
      now = (await findDecision<Decision>(decision.id)) ?? now;
      const { last } = state();
      if (last?.decision?.id === now.id) set({ last: { ...last, decision: now } });
    }
    return now;
  }

  return {
    /** Watches a job that began before the page was opened. */
    async resume(): Promise<void> {
      const decision = state().last?.decision;
      if (decision?.state !== "running") return;
      await watch(decision);
      await refresh();
    },

    /** Says that the picture of an item is on the screen. */
    markSeen(id: string) {
      seen = id;
    },

    /** Approves the open item with its edits. */
    approve(): Asked {
      const item = ready();
      if (!item) return "no";
      const draft = draftOf(state(), item.id);
      const missing = missingOf(draft, item.details);
      if (missing.length > 0) {
        say(said.needsDetails(missing.map(({ label }) => label)));
        return "details";
      }
      const values = editsOf(draft, item.details);
      void send(item, "approve", Object.keys(values).length > 0 ? { values } : {});
      return "sent";
    },

    /** Returns the open item with the chosen reason. */
    returnItem(): Asked {
      const item = ready();
      if (!item) return "no";
      const reason = draftOf(state(), item.id).reason.trim();
      if (reason === "") return "reason";
      void send(item, "return", { reason });
      return "sent";
    },

    /** Marks the open item as a duplicate of another one. */
    markDuplicate(of: string): void {
      const item = ready();
      if (item) void send(item, "duplicate", { of });
    },

    /** Decides on many items. @returns whether the server accepted it, or the problems */
    async decideMany(body: object): Promise<Decision | Record<string, string>> {
      set({ isSending: true });
      const answer = await sendDecision<Decision>(
        "/decisions",
        { ...body, requestId: newRequestId() },
        (isLost) => set({ isLost }),
      );
      set({ isSending: false });
      if (!("body" in answer)) {
        const { problems, message } = answer;
        return Object.keys(problems).length > 0 ? problems : { "": message };
      }
      const { action } = answer.body;
      const last = {
        action,
        title: undefined,
        decision: answer.body,
        row: undefined,
        index: 0,
        isUndoing: false,
      };
      set({ last, selected: new Set(), isAllSelected: false });
      const done = await watch(answer.body);
      const { current } = state();
      forget();
      await refresh();
      if (current !== undefined && state().rows.some(({ id }) => id === current)) show(current);
      return done;
    },

    /** Undoes the last decision. */
    async undo(): Promise<void> {
      const { last } = state();
      if (!last?.decision || last.isUndoing) return;
      set({ last: { ...last, isUndoing: true } });
      const answer = await callDesk<Decision>(`/decisions/${last.decision.id}/undo`);
      if (!("body" in answer)) {
        set({ last: { ...last, isUndoing: false } });
        return say(words.last.failed);
      }
      const done = await watch(answer.body);
      set({ last: undefined });
      const count = done.counts["undone"] ?? 0;
      if (last.row === undefined) {
        forget();
        await refresh();
        return say(words.bulk.undone(count));
      }
      const { title } = last.row;
      if (count === 0) return say(words.last.notUndone(title));
      const now = await fetchFresh(last.row.id);
      putBack({ ...last.row, version: now?.version ?? last.row.version }, last.index);
      say(words.last.undone(title));
    },
  };
}
