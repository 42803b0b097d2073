/** How far a finger must move to show the next slide, in CSS pixels. */
const SWIPE = 40;
/** How many places to the left of the first visible slide a slide moves before it returns on the right. */
const BEHIND = 2;

const modulo = (value: number, by: number): number => ((value % by) + by) % by;

/**
 * Rotates a row of slides automatically and endlessly. `--place` is the position of each slide, counted from
 * the first visible slide, or from the middle one in a coverflow. styles/carousel.css turns it into a
 * transform, so that the browser moves the slides without a script for each frame.
 * @param root the carousel of `ui/carousel.tsx`
 */
export function startCarousel(root: HTMLElement): void {
  const track = root.querySelector<HTMLElement>(".carousel-slides");
  const slides = [...root.querySelectorAll<HTMLElement>(".carousel-slide")];
  const controls = root.querySelector<HTMLElement>(".carousel-controls");
  if (!track || !controls) return;
  const visible = () => Number(getComputedStyle(root).getPropertyValue("--visible"));
  if (slides.length <= visible()) return;
  const coverflow = root.classList.contains("coverflow");
  // With few slides, the slide that leaves on the left is still visible when it must enter on the right. In
  // this case the row returns to its start instead.
  const round = () => coverflow || slides.length > visible() + BEHIND;
  // Starts with the middle slide, so that the visible slides do not change.
  let first = coverflow ? 1 : 0;

  function place(): void {
    const count = slides.length;
    const least = coverflow ? -Math.floor(count / 2) : -BEHIND;
    const turns = round();
    for (const [index, slide] of slides.entries()) {
      const to = turns ? modulo(index - first - least, count) + least : index - first;
      const from = slide.style.getPropertyValue("--place");
      // The slide is hidden while it moves to its first place or from one end to the other.
      slide.classList.toggle("jumps", from === "" || (turns && Math.abs(to - Number(from)) > 1));
      slide.style.setProperty("--place", String(to));
    }
  }

  function step(by: 1 | -1): void {
    first = modulo(first + by, round() ? slides.length : slides.length - visible() + 1);
    place();
  }

  track.removeAttribute("tabindex");
  track.scrollLeft = 0;
  place();
  root.classList.add("on");
  listenForSwipes(track, step);
  const autoplay = startAutoplay(root, () => step(1));
  controls.addEventListener("click", ({ target }) => {
    const act = (target as Element).closest<HTMLElement>("[data-act]")?.dataset["act"];
    if (act === "next") step(1);
    if (act === "previous") step(-1);
    if (act === "toggle") autoplay.toggle();
  });
}

function listenForSwipes(track: HTMLElement, step: (by: 1 | -1) => void): void {
  let from: number | undefined;
  track.addEventListener("pointerdown", (event) => {
    from = event.clientX;
  });
  addEventListener("pointerup", (event) => {
    if (from === undefined) return;
    const moved = event.clientX - from;
    from = undefined;
    if (Math.abs(moved) > SWIPE) step(moved < 0 ? 1 : -1);
  });
  addEventListener("pointercancel", () => {
    from = undefined;
  });
}

/**
 * Steps automatically. It stops while a person points at the carousel, has the focus in it or has paused it,
 * and while it is out of view. With reduced motion, it starts paused.
 */
function startAutoplay(root: HTMLElement, step: () => void) {
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let paused = still.matches;
  let held = root.matches(":hover, :focus-within");
  let inView = true;
  let timer: number | undefined;

  function update(): void {
    root.classList.toggle("paused", paused);
    const runs = !paused && !held && inView && !document.hidden;
    if (runs && timer === undefined) timer = window.setInterval(step, Number(root.dataset["every"]));
    if (runs || timer === undefined) return;
    clearInterval(timer);
    timer = undefined;
  }
  const holdWhile = (check: () => boolean) => () => {
    held = check();
    update();
  };

  root.addEventListener(
    "pointerenter",
    holdWhile(() => true),
  );
  root.addEventListener(
    "focusin",
    holdWhile(() => true),
  );
  root.addEventListener(
    "pointerleave",
    holdWhile(() => root.matches(":focus-within")),
  );
  root.addEventListener("focusout", ({ relatedTarget }) => {
    held = root.contains(relatedTarget as Node | null) || root.matches(":hover");
    update();
  });
  still.addEventListener("change", () => {
    paused = still.matches;
    update();
  });
  document.addEventListener("visibilitychange", update);
  new IntersectionObserver(([entry]) => {
    inView = entry?.isIntersecting ?? true;
    update();
  }).observe(root);
  update();

  return {
    /** A person who presses play wants the carousel to play, although they point at the button. */
    toggle(): void {
      paused = !paused;
      held = false;
      update();
    },
  };
}
