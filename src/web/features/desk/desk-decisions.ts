import { titleWithCourse } from "../../../shared/items/item-title.ts";
import { siteLocale } from "../../../shared/messages/index.ts";
import type { DeskMessages } from "../../../shared/messages/en-desk.ts";
import { AGAIN, LOGGED_OUT, pause } from "../../page/call-api.ts";
import type { DeskDecision, DeskItem, DeskRow } from "../../page/context.ts";
import { callDesk, findDecision, newRequestId, sendDecision } from "./desk-api.ts";
import { type DeskState, draftOf, editsOf, type LastDecision, lastOf, missingOf } from "./desk-state.ts";
import { deskTitle, fieldOf, shownOf } from "./desk-view.ts";

interface DecisionsDependencies {
  /** The id of the moderator's account. */
  readerId: string;
  state: () => DeskState;
  set: (change: Partial<DeskState>) => void;
  /** Shows what happened, until the next decision. */
  say: (said: string) => void;
  /** Shows what the moderator must do first with the open item. */
  hint: (text: string) => void;
  words: DeskMessages;
  takeOut: (id: string) => number;
  putBack: (row: DeskRow, index: number) => void;
  refresh: () => Promise<void>;
  /** Forgets all loaded items, and loads the queue and the open item again. */
  reload: () => Promise<void>;
  fetchFresh: (id: string) => Promise<DeskItem | undefined>;
}

/** The result of pressing a button that decides: sent, or what the moderator must do first. */
export type PressResult = "sent" | "no" | "details" | "reason";

const CHANGED = 409;
/** How often the page asks for the progress of a job, in ms. */
const PROGRESS = 400;
/** After this number of failures, the page asks no more. */
const MAX_FAILURES = 5;

/** The decisions of the desk: about the open item, about many items, and their undo. */
export function createDecisions(desk: DecisionsDependencies) {
  const { readerId, state, set, say, hint, words, takeOut, putBack, refresh, reload, fetchFresh } = desk;
  const { decide: said } = words;
  /** The open item that the moderator has seen. */
  let seen: string | undefined;

  const isUndoing = () => state().last?.isUndoing === true;

  /** The open item, if a decision about it may be sent now. */
  function ready(): DeskItem | undefined {
    const { current, items, isSending } = state();
    const item = current === undefined ? undefined : items[current];
    if (!item || item === "gone") return undefined;
    // A second press while the first decision is on its way must not decide on an item that nobody looked at.
    if (isSending) hint(said.busy);
    else if (item.isOwn) hint(said.ownItem);
    // Only the last decision has an undo, so the next one waits for it.
    else if (isUndoing()) hint(said.undoing);
    else if (seen !== item.id) hint(said.unseen);
    else return item;
    return undefined;
  }

  /** Sends a decision about the open item, and opens the next one at once. */
  async function send(item: DeskItem, action: DeskDecision["action"], more: object): Promise<void> {
    const row = state().rows.find(({ id }) => id === item.id);
    const title = deskTitle(shownOf(item));
    const body = {
      action,
      requestId: newRequestId(),
      version: item.version,
      ...(item.change && { change: item.change.id }),
      ...more,
    };
    const { [item.id]: _old, ...refused } = state().refused;
    const last = { ...lastOf(action, titleWithCourse(shownOf(item), siteLocale)), row };
    set({ isSending: true, last, refused, said: "" });
    const index = takeOut(item.id);
    set({ last: { ...last, index } });
    const answer = await sendDecision<DeskDecision>(`/items/${item.id}/decide`, body, readerId, (isLost) =>
      set({ isLost }),
    );
    set({ hint: "" });
    if ("body" in answer) {
      const { [item.id]: _draft, ...drafts } = state().drafts;
      set({ isSending: false, drafts, last: { ...last, index, decision: answer.body } });
      return;
    }
    set({ isSending: false, last: undefined });
    if ("dropped" in answer) {
      if (row) putBack(row, index);
      say(words.dropped[answer.dropped]);
      return;
    }
    const now = await fetchFresh(item.id);
    if (now?.isWaiting && row) {
      const message = answer.status === CHANGED ? said.moved(title) : answer.message;
      set({ refused: { ...state().refused, [item.id]: { fields: answer.problems, message } } });
      putBack({ ...row, version: now.version }, index);
      say([said.refused(title), message, ...Object.values(answer.problems)].filter(Boolean).join(" "));
    } else say(now?.decided ? said.lostTo(title, now.decided.by) : said.gone(title));
  }

  /** Changes the last decision, if it is still this one. */
  function updateLast(id: string, change: Partial<LastDecision> | undefined): void {
    const { last } = state();
    if (last?.decision?.id === id) set({ last: change && { ...last, ...change } });
  }

  /** Watches a decision about many items until its job is done, or until the server doesn't answer. */
  async function watch(decision: DeskDecision): Promise<DeskDecision> {
    let now = decision;
    let failures = 0;
    while (now.state === "running" || now.state === "undoing") {
      await pause(failures > 0 ? AGAIN : PROGRESS);
      const found = await findDecision<DeskDecision>(decision.id);
      if (typeof found === "object") {
        failures = 0;
        now = found;
        updateLast(now.id, { decision: now });
        continue;
      }
      failures += 1;
      if (found === LOGGED_OUT || failures >= MAX_FAILURES) {
        say(found === LOGGED_OUT ? words.bulk.loggedOut : words.bulk.unknown);
        return now;
      }
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

    /** Says that the picture or the text of an item is on the screen. */
    markSeen(id: string) {
      seen = id;
      if (state().hint === said.unseen) hint("");
    },

    /** Approves the open item with its edits. */
    approve(): PressResult {
      const item = ready();
      if (!item) return "no";
      const draft = draftOf(state(), item.id);
      const missing = missingOf(draft, item);
      if (missing.length > 0) {
        hint(said.needsDetails(missing.map(({ name }) => fieldOf(item.kind, name).label)));
        return "details";
      }
      const values = editsOf(draft, item);
      void send(item, "approve", Object.keys(values).length > 0 ? { values } : {});
      return "sent";
    },

    /** Returns the open item with the chosen reason. */
    returnItem(): PressResult {
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

    /** Gives the file of the open item to a public one. */
    replaceFile(of: string): void {
      const item = ready();
      if (item) void send(item, "replace", { of });
    },

    /**
     * Removes the open item from the archive.
     * @param detail makes the sentence about the removed item from its title
     * @returns what the moderator must do first, or why the server refused; undefined if the item is removed
     */
    async remove(reason: string, detail: (title: string) => string): Promise<string | undefined> {
      const item = ready();
      if (!item) return state().hint;
      const body = reason.trim() === "" ? {} : { reason };
      set({ isSending: true });
      const answer = await callDesk(`/items/${item.id}/delete`, body);
      set({ isSending: false });
      if ("isLost" in answer) return words.delete.lost;
      if ("status" in answer) return [answer.message, ...Object.values(answer.problems)].join(" ");
      // The undo belongs to the decision before. It would look like an undo of the removal.
      set({ last: undefined, hint: "" });
      takeOut(item.id);
      say(detail(deskTitle(shownOf(item))));
      return undefined;
    },

    /** Decides on many items. @returns whether the server accepted it, or the problems */
    async decideMany(body: object): Promise<DeskDecision | Record<string, string>> {
      if (isUndoing()) return { "": said.undoing };
      set({ isSending: true, said: "" });
      const answer = await sendDecision<DeskDecision>(
        "/decisions",
        { ...body, requestId: newRequestId() },
        readerId,
        (isLost) => set({ isLost }),
      );
      set({ isSending: false });
      if ("dropped" in answer) return { "": words.dropped[answer.dropped] };
      if (!("body" in answer)) {
        const { problems, message } = answer;
        return Object.keys(problems).length > 0 ? problems : { "": message };
      }
      const last = lastOf(answer.body.action, undefined, answer.body);
      set({ last, selected: new Map(), isAllSelected: false });
      const done = await watch(answer.body);
      await reload();
      return done;
    },

    /** Undoes the last decision. */
    async undo(): Promise<void> {
      const { last } = state();
      if (!last || last.isUndoing || last.decision?.state === "undone") return;
      if (!last.decision) return hint(words.last.stillSaving);
      const { id } = last.decision;
      set({ said: "" });
      updateLast(id, { isUndoing: true });
      const answer = await callDesk<DeskDecision>(`/decisions/${id}/undo`);
      if (!("body" in answer)) {
        updateLast(id, { isUndoing: false });
        const isLoggedOut = "status" in answer && answer.status === LOGGED_OUT;
        return say(isLoggedOut ? words.last.loggedOut : words.last.failed);
      }
      const done = await watch(answer.body);
      set({ hint: "" });
      if (done.state === "undoing") return updateLast(id, { isUndoing: false });
      const { undone = 0, kept = 0 } = done.counts;
      const { title, row, index } = last;
      if (title === undefined) {
        // The list of items that stayed is shown until the next decision.
        updateLast(id, kept > 0 ? { decision: done, isUndoing: false } : undefined);
        await reload();
        if (kept === 0) say(words.bulk.undone(undone));
        return;
      }
      updateLast(id, undefined);
      if (undone === 0) return say(words.last.notUndone(title));
      if (row) {
        const now = await fetchFresh(row.id);
        putBack({ ...row, version: now?.version ?? row.version }, index);
      } else await reload();
      say(words.last.undone(title));
    },
  };
}
