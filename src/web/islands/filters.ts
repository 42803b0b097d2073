/**
 * Reloads the list and the counts when the filters change (spec §4). It fetches the page of the new filters
 * and replaces parts of the current page, so that the focus and the scroll position stay. On a phone, the
 * list changes when the reader closes the sheet. Without JavaScript, the form's button says "Show" after a
 * change (resources.css).
 */
const form = document.querySelector<HTMLFormElement>("#filters");
/** Announces the number of items, or why the list didn't load. The texts are in the page. */
const status = document.querySelector<HTMLElement>("#found");
/** The delay in ms. Several quick changes, for example with the arrow keys, send one request. */
const PAUSE = 400;
const LIST = "section[data-live]";
/** The parts that depend on the filters. `from` is the return address of a form in the footer. */
const PARTS = "[data-live], link[rel=canonical], [name=from]";
/** The pages that were shown, by their query. The Back button needs no request. */
const pages = new Map<string, string>();
let latest = new AbortController();
/** Shows the new list when the reader closes the sheet. */
let waiting: (() => void) | undefined;
/** The query of the history entry whose list is shown or loading. */
let entry = location.search;
/** The name of the select element that changed last; "" after any other change. */
let select = "";
/** Whether the next list gets a new history entry. Consecutive changes of the same select share one entry. */
let isNew = true;

const isSheet = (): boolean => CSS.supports("selector(:popover-open)") && form!.matches(":popover-open");
const list = (): HTMLElement | null => document.querySelector(LIST);

let retry = (): void => {};
const again = document.createElement("button");
again.type = "button";
again.className = "quiet";
again.textContent = status?.dataset["retry"] ?? "";
again.addEventListener("click", () => retry());

form?.addEventListener("change", ({ target }) => {
  // Before the first change, the current page is stored.
  if (!pages.size) pages.set(entry, document.documentElement.outerHTML);
  form.classList.remove("counted");
  if (target instanceof HTMLInputElement && target.name === "department") settleAll(target);
  const changed = target instanceof HTMLSelectElement ? target.name : "";
  if (!changed || changed !== select) isNew = true;
  select = changed;
  const address = new URL(form.action);
  for (const [name, value] of new FormData(form)) address.searchParams.append(name, String(value));
  void load(address, target as Element, PAUSE);
});

// The list is already loaded, so the button only closes the sheet.
form?.addEventListener("submit", (event) => {
  if (!waiting) return;
  event.preventDefault();
  form.hidePopover();
});
form?.addEventListener("toggle", () => {
  placeStatus();
  if (!waiting || isSheet()) return;
  waiting();
  waiting = undefined;
  list()?.scrollIntoView();
});

// The browser's Back button undoes the filters.
addEventListener("popstate", () => {
  if (location.search === entry) return;
  entry = location.search;
  select = "";
  isNew = true;
  void load(new URL(location.href));
});

/** "All" clears the departments. It is checked as long as no department is checked. */
function settleAll(changed: HTMLInputElement): void {
  const boxes = [...form!.querySelectorAll<HTMLInputElement>("[name=department]")];
  const [all, ...departments] = boxes;
  if (all === changed) for (const box of departments) box.checked = false;
  if (all) all.checked = departments.every((box) => !box.checked);
}

/**
 * Loads the list of an address, and cancels an earlier load.
 * @param changed the control that the reader changed; undefined for an address from the history
 * @param pause in ms
 */
async function load(address: URL, changed?: Element, pause = 0): Promise<void> {
  latest.abort();
  latest = new AbortController();
  const { signal } = latest;
  waiting = undefined;
  retry = () => void load(address, changed);
  if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
  if (signal.aborted) return;
  const old = list();
  old?.setAttribute("aria-busy", "true");
  const kept = changed ? undefined : pages.get(address.search);
  const { code, html } = kept ? { code: 200, html: kept } : await ask(address, signal);
  if (signal.aborted) return;
  old?.removeAttribute("aria-busy");
  const page = new DOMParser().parseFromString(html, "text/html");
  // A captive portal (the login page of a Wi-Fi network) may respond instead of the site.
  if (!page.querySelector(LIST) || !page.querySelector("#filters"))
    return tell(status?.dataset[code === 503 ? "busy" : "failed"], true);
  count(page, changed);
  if (!changed || !isSheet()) return show(page, html, !changed);
  waiting = () => show(page, html);
  if (again === document.activeElement)
    form!.querySelector<HTMLElement>(".list-sheet-foot > button")?.focus();
  tell("");
}

/** @returns code 0 if the response is incomplete or missing; empty HTML if the response is an error */
async function ask(address: URL, signal: AbortSignal): Promise<{ code: number; html: string }> {
  try {
    const answer = await fetch(address, { signal });
    return { code: answer.status, html: answer.ok ? await answer.text() : "" };
  } catch {
    return { code: 0, html: "" };
  }
}

/** Announces a sentence. After a failure the sentence is visible, with a button that retries. */
function tell(sentence = "", isFailure = false): void {
  if (!status) return;
  status.textContent = sentence;
  status.parentElement!.className = isFailure ? "button-row" : "visually-hidden";
  if (!isFailure) return again.remove();
  if (!again.isConnected) status.after(again);
  placeStatus();
}

/** Moves the status message above the list, or into the sheet that covers the list on a phone. */
function placeStatus(): void {
  const said = status?.parentElement;
  const place = isSheet() ? form!.querySelector(".list-sheet-foot") : list()?.parentElement;
  if (!said || !place) return;
  if (said.parentElement !== place) place.prepend(said);
  if (again.isConnected) said.scrollIntoView({ block: "nearest" });
}

/**
 * * Shows the counts from the newly loaded page.
 * @param changed the control that the reader changed; if undefined, the choices are replaced too
 */
function count(page: Document, changed: Element | undefined): void {
  const focused = document.activeElement as HTMLInputElement | null;
  // The changed facet is not replaced: its counts stay the same, and it keeps the focus.
  for (const facet of form!.querySelectorAll("[data-facet]")) {
    const same = page.querySelector(`#filters [data-facet="${facet.getAttribute("data-facet")}"]`);
    const isAtWork = changed && (facet.contains(changed) || facet.contains(focused));
    if (same && !isAtWork) facet.replaceWith(same);
  }
  if (focused && !focused.isConnected) {
    const named = [...form!.querySelectorAll<HTMLInputElement>(`[name="${focused.name}"]`)];
    (named.find(({ value }) => value === focused.value) ?? named[0])?.focus({ preventScroll: true });
  }
  const said = page.querySelector("#filters .list-count-said");
  if (said) form!.querySelector(".list-count-said")?.replaceWith(said);
  form!.classList.add("counted");
}

/** Replaces the parts and the address of the page with those of the new page. */
function show(page: Document, html: string, isTravel = false): void {
  const hadFocus = list()?.parentElement?.contains(document.activeElement);
  const found = [...page.querySelectorAll(PARTS)];
  for (const [place, part] of document.querySelectorAll(PARTS).entries())
    if (found[place]) part.replaceWith(found[place]);
  if (!isTravel) addEntry();
  pages.set(entry, html);
  // Loads scripts that only the new list needs. A module that is already loaded does not run again.
  for (const { src } of page.querySelectorAll<HTMLScriptElement>("main script[src]"))
    void import(/* @vite-ignore */ src);
  const fresh = list();
  tell(fresh?.querySelector(".count, .empty p")?.textContent ?? "");
  if (!hadFocus || !fresh) return;
  fresh.tabIndex = -1;
  fresh.focus({ preventScroll: true });
}

/** Adds the shown list to the history, unless it is the current entry. */
function addEntry(): void {
  const canonical = document.querySelector<HTMLLinkElement>("link[rel=canonical]");
  entry = canonical ? new URL(canonical.href).search : "";
  if (entry === location.search) return;
  history[isNew ? "pushState" : "replaceState"](null, "", location.pathname + entry);
  isNew = false;
}
