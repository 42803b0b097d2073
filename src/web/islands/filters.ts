/**
 * Reloads the list and the counts when the filters change (spec §4). It fetches the address of the form's answer and
 * replaces the parts of the page, so that the focus and the scroll position stay. On a phone the list waits until the
 * reader closes the sheet. Without this script the form's button says "Show" after a change (resources.css).
 */
const form = document.querySelector<HTMLFormElement>("#filters");
/** In ms: several quick changes, such as those of the arrow keys, make one request. */
const PAUSE = 400;
/** The parts that depend on the filters; `from` is the return address of a form in the footer. */
const PARTS = "[data-live], link[rel=canonical], [name=from]";
let latest = new AbortController();
/** The answer to show when the reader closes the sheet. */
let waiting: Document | undefined;
let shown = location.search;

const isSheet = (): boolean => CSS.supports("selector(:popover-open)") && form!.matches(":popover-open");
const list = (): HTMLElement | null => document.querySelector("section[data-live]");

form?.addEventListener("change", ({ target }) => {
  latest.abort();
  latest = new AbortController();
  waiting = undefined;
  form.classList.remove("counted");
  if (target instanceof HTMLInputElement && target.name === "department") settleAll(target);
  // Where no answer comes, the button goes on to say "Show".
  const { signal } = latest;
  setTimeout(() => {
    if (!signal.aborted) reload(form, target as Element, signal).catch(() => {});
  }, PAUSE);
});

// The list of the sheet is loaded already.
form?.addEventListener("submit", (event) => {
  if (!waiting) return;
  event.preventDefault();
  form.hidePopover();
});
form?.addEventListener("toggle", () => {
  if (!waiting || isSheet()) return;
  show(waiting);
  waiting = undefined;
  list()?.scrollIntoView();
});

// The browser's Back button undoes the filters.
addEventListener("popstate", () => {
  if (location.search !== shown) location.reload();
});

/** "All" clears the departments, and is checked while no department is checked. */
function settleAll(changed: HTMLInputElement): void {
  const boxes = [...form!.querySelectorAll<HTMLInputElement>("[name=department]")];
  const [all, ...departments] = boxes;
  if (all === changed) for (const box of departments) box.checked = false;
  if (all) all.checked = departments.every((box) => !box.checked);
}

async function reload(filters: HTMLFormElement, changed: Element, signal: AbortSignal): Promise<void> {
  const address = new URL(filters.action);
  for (const [name, value] of new FormData(filters)) address.searchParams.append(name, String(value));
  const old = list();
  old?.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address, { signal });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    count(filters, changed, page);
    if (isSheet()) waiting = page;
    else show(page);
  } finally {
    if (!signal.aborted) old?.removeAttribute("aria-busy");
  }
}

function count(filters: HTMLFormElement, changed: Element, page: Document): void {
  // A facet's own choice does not change its counts, and nobody's focus is taken away.
  for (const facet of filters.querySelectorAll("[data-facet]")) {
    const same = page.querySelector(`#filters [data-facet="${facet.getAttribute("data-facet")}"]`);
    const isAtWork = facet.contains(changed) || facet.contains(document.activeElement);
    if (same && !isAtWork) facet.replaceWith(same);
  }
  const said = page.querySelector("#filters .count-said");
  if (said) filters.querySelector(".count-said")?.replaceWith(said);
  filters.classList.add("counted");
}

/** Replaces the parts and the address of the page with those of an answer. */
function show(page: Document): void {
  const hadFocus = list()?.contains(document.activeElement);
  const found = [...page.querySelectorAll(PARTS)];
  for (const [place, part] of document.querySelectorAll(PARTS).entries())
    if (found[place]) part.replaceWith(found[place]);
  const canonical = document.querySelector<HTMLLinkElement>("link[rel=canonical]");
  shown = canonical ? new URL(canonical.href).search : "";
  history.pushState(null, "", location.pathname + shown);
  // Loads the scripts that only the new list needs; a loaded module doesn't run again.
  for (const { src } of page.querySelectorAll<HTMLScriptElement>("main script[src]"))
    void import(/* @vite-ignore */ src);
  const status = document.getElementById("found");
  if (status) status.textContent = list()?.querySelector(".count, .empty p")?.textContent ?? "";
  const fresh = list();
  if (!hadFocus || !fresh) return;
  fresh.tabIndex = -1;
  fresh.focus({ preventScroll: true });
}
