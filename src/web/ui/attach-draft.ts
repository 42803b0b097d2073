import { type Fields, deleteDrafts, deleteOldDrafts, isDeleted, keepDraft, readDraft } from "./drafts.ts";
import { setValue } from "./set-value.ts";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

// An uploaded file is known by its key, which its field restores.
const TYPED =
  "input:not([type=hidden], [type=password], [type=file]), input[data-draft-field], select, textarea";

/**
 * Keeps a draft of the form around a note, and restores a stored one. The note says so and offers to discard it. Plain
 * DOM, since it serves pages with React and without.
 * @param note `data-draft` is the draft's key; `data-refused` that the form came back with the typed values
 * @returns the function that stops it
 */
export function attachDraft(note: HTMLElement): () => void {
  const form = note.closest("form") as HTMLFormElement;
  const key = note.dataset["draft"] as string;
  const isRefused = note.dataset["refused"] !== undefined;
  const initial = valuesOf(form, defaultOf);
  // In a form that came back, the typed values are the defaults.
  const blank = isRefused ? {} : initial;
  deleteOldDrafts();
  let kept = JSON.stringify(readDraft(key) ?? {});
  const say = (name: "restored" | "discarded" | undefined) => {
    for (const part of note.children) (part as HTMLElement).hidden = part.className !== name;
  };

  // It writes only fields that this page changed: another tab of the form may have changed the others, or the person
  // logged out.
  // If a person types in two tabs of one form, the last one wins.
  const keep = () => {
    const typed = changed(valuesOf(form), blank);
    const text = JSON.stringify(typed);
    if (text !== kept) keepDraft(key, typed);
    kept = text;
  };
  const discard = (event: Event) => {
    if (!(event.target as Element).closest("button")) return;
    fill(form, initial);
    deleteDrafts(key);
    kept = "{}";
    say("discarded");
    form.querySelector<Control>(TYPED)?.focus();
  };

  if (isRefused) keep();
  else if (restore(form, readDraft(key) ?? {}, initial)) {
    say("restored");
    note.closest("details")?.setAttribute("open", "");
  }

  const stopping = new AbortController();
  const options = { signal: stopping.signal };
  for (const type of ["input", "change", "focusout", "submit"]) form.addEventListener(type, keep, options);
  // A phone ends a page in the background without any later event.
  document.addEventListener("visibilitychange", keep, options);
  window.addEventListener("pagehide", keep, options);
  // Another tab sent or discarded it, or the person logged out there: a draft stored now would stay behind.
  const forgotten = (event: StorageEvent) => isDeleted(event, key) && stopping.abort();
  window.addEventListener("storage", forgotten, options);
  note.addEventListener("click", discard, options);
  return () => {
    if (!stopping.signal.aborted) keep();
    stopping.abort();
  };
}

/**
 * Stores and restores changed fields only, so that the others keep another person's edits. It also keeps text that the
 * person typed before this script ran.
 * @returns whether anything came back
 */
function restore(form: HTMLFormElement, draft: Fields, initial: Fields): boolean {
  const untouched = changed(draft, initial);
  for (const [name, value] of Object.entries(valuesOf(form)))
    if (value !== initial[name]) delete untouched[name];
  return fill(form, untouched);
}

function changed(fields: Fields, from: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== (from[name] ?? "")));
}

/** @returns whether the form has any of the fields */
function fill(form: HTMLFormElement, fields: Fields): boolean {
  let filled = false;
  for (const control of controlsOf(form)) {
    const value = fields[control.name];
    if (value === undefined || value === control.value) continue;
    setValue(control, value);
    filled = true;
  }
  return filled;
}

function valuesOf(form: HTMLFormElement, valueOf = (control: Control) => control.value): Fields {
  return Object.fromEntries(controlsOf(form).map((control) => [control.name, valueOf(control)]));
}

/** The value at the start. */
function defaultOf(control: Control): string {
  // As `value` gives it: a text comes from a form with both characters at the end of a line.
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue.replaceAll("\r\n", "\n");
  return (
    [...control.options].find((option) => option.defaultSelected)?.value ?? control.options[0]?.value ?? ""
  );
}

const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.querySelectorAll<Control>(TYPED)].filter(({ name }) => name !== "");
