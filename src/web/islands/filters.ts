/**
 * Reloads the list when its filters change (spec §4), and counts anew beside them. The parts of the page come from the
 * address that the form would lead to and take the old ones' places, so that the focus and the scroll position stay. On a
 * phone the list waits until the sheet is closed. Without this script the form is sent by its button, which says "Show" as
 * soon as something is changed (resources.css).
 */
const form = document.querySelector<HTMLFormElement>("#filters");
/** In ms: several boxes ticked one after another, or options passed by the arrow keys, are one request. */
const PAUSE = 400;
/** What depends on the filters; `from` is the address that a form of the footer comes back to. */
const PARTS = "[data-live], link[rel=canonical], [name=from]";
let latest = new AbortController();
/** An answer that is shown once the sheet is closed. */
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

// What the sheet has loaded is not loaded again.
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

// The way back through filters.
addEventListener("popstate", () => {
  if (location.search !== shown) location.reload();
});

/** "All" takes the departments away, and stands while there is none. */
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

/** Puts the parts of an answer in the place of the page's, and its address in the place of the page's. */
function show(page: Document): void {
  const hadFocus = list()?.contains(document.activeElement);
  const found = [...page.querySelectorAll(PARTS)];
  for (const [place, part] of document.querySelectorAll(PARTS).entries())
    if (found[place]) part.replaceWith(found[place]);
  const canonical = document.querySelector<HTMLLinkElement>("link[rel=canonical]");
  shown = canonical ? new URL(canonical.href).search : "";
  history.pushState(null, "", location.pathname + shown);
  // Scripts of the list that the page did without; one that runs already is not run again.
  for (const { src } of page.querySelectorAll<HTMLScriptElement>("main script[src]"))
    void import(/* @vite-ignore */ src);
  const status = document.getElementById("found");
  if (status) status.textContent = list()?.querySelector(".count, .empty p")?.textContent ?? "";
  const fresh = list();
  if (!hadFocus || !fresh) return;
  fresh.tabIndex = -1;
  fresh.focus({ preventScroll: true });
}
