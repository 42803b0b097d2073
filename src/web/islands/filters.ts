/**
 * Tells how many items there will be while filters are chosen: takes the counts from the list that the form would lead
 * to. Without this script the button says "Show" as soon as something is changed (resources.css).
 */
const form = document.querySelector<HTMLFormElement>("#filters");
/** In ms. */
const PAUSE = 400;
let latest = new AbortController();

form?.addEventListener("change", ({ target }) => {
  latest.abort();
  latest = new AbortController();
  form.classList.remove("counted");
  // Where no answer comes, the button goes on to say "Show".
  const { signal } = latest;
  // Several boxes ticked one after another are one request: people pay by the megabyte.
  setTimeout(() => {
    if (!signal.aborted) count(form, target as Element, signal).catch(() => {});
  }, PAUSE);
});

async function count(filters: HTMLFormElement, changed: Element, signal: AbortSignal): Promise<void> {
  const address = new URL(filters.action);
  for (const [name, value] of new FormData(filters)) address.searchParams.append(name, String(value));
  const answer = await fetch(address, { signal });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
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
