import { type Fields, deleteDrafts, deleteOldDrafts, isDeleted, keepDraft } from "./drafts.ts";
import { openDraft } from "./open-draft.ts";
import { setValue } from "./set-value.ts";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

// The hidden field with the key of an uploaded file is included.
const TYPED =
  "input:not([type=hidden], [type=password], [type=file]), input[data-draft-field], select, textarea";

/**
 * Saves a draft of the form around a note, and restores a saved draft. The note says that a draft was
 * restored, with a button to discard it. It uses plain DOM, because pages with and without React share it.
 * @param note `data-draft` is the draft's key; `data-refused` says that the form shows the typed values after
 * a refusal
 * @returns a function that stops saving
 */
export function attachDraft(note: HTMLElement): () => void {
  const form = note.closest("form") as HTMLFormElement;
  const isRefused = note.dataset["refused"] !== undefined;
  const initial = valuesOf(form, defaultOf);
  // After a refusal, the typed values are already in the form as defaults.
  const blank = isRefused ? {} : initial;
  deleteOldDrafts();
  let key = "";
  let kept = "{}";
  const say = (name: "restored" | "discarded" | undefined) => {
    for (const part of note.children) (part as HTMLElement).hidden = part.className !== name;
  };

  // Saves only fields that were changed on this page, because another person may edit the other fields.
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
    const controls = [...form.querySelectorAll<Control>(TYPED)];
    controls.find(({ type }) => type !== "hidden")?.focus();
  };

  const stopping = new AbortController();
  const options = { signal: stopping.signal };
  const begin = async () => {
    const draft = await openDraft(note.dataset["draft"] as string);
    if (stopping.signal.aborted) return;
    ({ key } = draft);
    kept = JSON.stringify(draft.fields);
    if (isRefused) keep();
    else if (restore(form, draft.fields, initial)) {
      say("restored");
      note.closest("details")?.setAttribute("open", "");
    }
    listen();
  };
  const listen = () => {
    for (const type of ["input", "change", "focusout", "submit"]) form.addEventListener(type, keep, options);
    // A phone can close a page in the background without another event.
    document.addEventListener("visibilitychange", keep, options);
    window.addEventListener("pagehide", keep, options);
    // Another tab sent or discarded the draft, or the person logged out there. A draft saved after that would
    // never be deleted.
    const forgotten = (event: StorageEvent) => isDeleted(event, key) && stopping.abort();
    window.addEventListener("storage", forgotten, options);
    note.addEventListener("click", discard, options);
  };
  void begin();
  return () => {
    if (key && !stopping.signal.aborted) keep();
    stopping.abort();
  };
}

/**
 * Restores only changed fields, so that the other fields show another person's edits. Text that the person
 * typed before this script ran stays too.
 * @returns whether a field was restored
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

/**
 * Fills in the fields of a form.
 * @returns whether the form has any of these fields
 */
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

/** The value of a control when the page was loaded. */
function defaultOf(control: Control): string {
  // `value` has "\n" at the end of a line, but the default value of a form has "\r\n".
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue.replaceAll("\r\n", "\n");
  return (
    [...control.options].find((option) => option.defaultSelected)?.value ?? control.options[0]?.value ?? ""
  );
}

const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.querySelectorAll<Control>(TYPED)].filter(({ name }) => name !== "");
