/** How far a finger moves before it means the next slide, in CSS pixels. */
const SWIPE = 40;
/** How far to the left of the first visible place a slide goes before it comes back on the right. */
const BEHIND = 2;

const modulo = (value: number, by: number): number => ((value % by) + by) % by;

/**
 * Turns a row of slides by itself, round and round. Each slide gets its place in `--place`, counted from the first
 * visible one, or from the middle in a coverflow. styles/carousel.css makes a transform of it, so the browser moves the
 * slides without a script for every frame.
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
  // With few slides, the one that leaves on the left is still visible when it must enter on the right: then they go
  // back.
  const round = () => coverflow || slides.length > visible() + BEHIND;
  // The slide in the middle, so that the visible slides stay.
  let first = coverflow ? 1 : 0;

  function place(): void {
    const count = slides.length;
    const least = coverflow ? -Math.floor(count / 2) : -BEHIND;
    const turns = round();
    for (const [index, slide] of slides.entries()) {
      const to = turns ? modulo(index - first - least, count) + least : index - first;
      const from = slide.style.getPropertyValue("--place");
      // Hidden while it moves to its first place, or from one end to the other.
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
 * Steps on and on, except while a person points at the carousel or has the focus in it, while it is out of view, or
 * after they paused it. Under reduced motion it begins paused.
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
    /** A person who presses play wants it to play, although they point at the button. */
    toggle(): void {
      paused = !paused;
      held = false;
      update();
    },
  };
}
