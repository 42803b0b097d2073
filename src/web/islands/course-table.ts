/**
 * On a phone, opens and closes the years of a course and the groups of its items. Without this script, each
 * link opens its own part (`:target`), and with scripts turned off all parts are open.
 */
const OPENED = "course-opened";
const folds = [...document.querySelectorAll<HTMLElement>(".course-fold")];

/** `:target` does not match yet while this script starts, so the address decides. */
const isTarget = ({ id }: HTMLElement): boolean => location.hash === `#${id}`;

function setOpen(fold: HTMLElement, isOpen: boolean): void {
  fold.classList.toggle(OPENED, isOpen);
  fold.querySelector(".course-open")?.setAttribute("aria-expanded", String(isOpen));
  if (isOpen || !isTarget(fold)) return;
  // No element has this id, so the browser drops the target and does not scroll.
  location.replace("#-");
  history.replaceState(null, "", location.pathname + location.search);
}

for (const fold of folds) {
  setOpen(fold, isTarget(fold) || fold.classList.contains(OPENED));
  fold.querySelector(".course-open")?.addEventListener("click", (event) => {
    event.preventDefault();
    setOpen(fold, !fold.classList.contains(OPENED));
  });
}

// A link on the page, such as that to the most wanted paper, leads to a part that may be closed.
addEventListener("hashchange", () => {
  const target = folds.find(isTarget);
  if (target) setOpen(target, true);
});
