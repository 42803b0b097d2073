import { useEffect, useEffectEvent } from "react";
import { mayReplace } from "../../items/may-replace.ts";
import { draftOf } from "./desk-state.ts";
import { countPages } from "./desk-view.ts";
import type { LiveDesk } from "./use-desk.ts";

/** The fields in which letters are text. */
const TYPING = "input:not([type=checkbox], [type=radio]), select, textarea";
/** A held key may move, but never decide. */
const MOVING = new Set(["j", "k", "p"]);

const focusOn = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();

/** Moves the focus to a field: at once, so that the next key belongs to it, or when it is on the screen. */
function focusSoon(selector: string): void {
  focusOn(selector);
  if (!document.activeElement?.matches(selector)) requestAnimationFrame(() => focusOn(selector));
}

/** The acts of the desk that a key or a button starts. */
export function deskActs(desk: LiveDesk) {
  const { store, state, item, reasons } = desk;
  const openDetails = () => {
    desk.setTab("details");
    focusSoon(".desk-doubt :is(input, select, textarea), .desk-detail :is(input, select, textarea)");
  };
  const askReason = () => {
    desk.setReturning(true);
    focusSoon(".desk-reasons input, .desk-reasons textarea");
  };
  return {
    openDetails,
    approve() {
      if (store.approve() === "details") openDetails();
    },
    returnItem() {
      if (store.returnItem() === "reason") askReason();
    },
    askReason,
    chooseReason(choice: number | "own") {
      if (!item) return;
      const reason = choice === "own" ? "" : reasons[choice];
      if (reason !== undefined) store.setDraft(item.id, { choice, reason });
    },
    nextPage() {
      if (!item || countPages(item) === 0) return;
      desk.setTab("pages");
      desk.setPage(desk.page >= countPages(item) ? 1 : desk.page + 1);
    },
    compare() {
      if (!item || item.similar.length === 0) return;
      desk.setTab("pages");
      desk.setCompared(desk.compared === undefined ? 0 : undefined);
    },
    markDuplicate() {
      const other = desk.compared === undefined ? undefined : item?.similar[desk.compared];
      // A change belongs to an approved item, which can't become a duplicate here.
      if (other && !item?.change) store.markDuplicate(other.id);
    },
    replaceFile() {
      const other = desk.compared === undefined ? undefined : item?.similar[desk.compared];
      if (item && other && mayReplace(item, other)) store.replaceFile(other.id);
    },
    hasReason: item !== undefined && draftOf(state, item.id).reason !== "",
  };
}

/** The keys of the desk. Letters do nothing while a field has the focus; Escape leaves it. */
export function useDeskKeys(desk: LiveDesk, onHelp: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : undefined;
    if (target?.closest("dialog[open]")) return;
    const key = event.key.toLowerCase();
    if (target?.closest(TYPING)) {
      if (key === "escape") focusOn("#desk-paper");
      return;
    }
    // Speech input types words, so a person can turn the keys off that are one character.
    if (!desk.hasLetters && key.length === 1) return;
    const act = actOf(key, desk, onHelp);
    if (!act) return;
    event.preventDefault();
    if (!event.repeat || MOVING.has(key)) act();
  });

  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

/** The act of a key. */
function actOf(key: string, desk: LiveDesk, onHelp: () => void): (() => void) | undefined {
  const { store, state } = desk;
  const acts = deskActs(desk);
  if (/^[1-9]$/.test(key)) return () => acts.chooseReason(Number(key) - 1);
  switch (key) {
    case "j":
      return () => store.move(1);
    case "k":
      return () => store.move(-1);
    case "a":
      return acts.approve;
    case "r":
      return acts.returnItem;
    case "e":
      return acts.openDetails;
    case "p":
      return acts.nextPage;
    case "d":
      return acts.compare;
    case "m":
      return acts.markDuplicate;
    case "f":
      return acts.replaceFile;
    case "z":
      return () => void store.undo();
    case "x":
      return () => state.current !== undefined && store.toggle(state.current);
    case "?":
      return onHelp;
    case "escape":
      return () => desk.setCompared(undefined);
    default:
      return undefined;
  }
}
