import { watchGestures } from "./gestures.ts";
import { createSheet } from "./sheet.ts";
import type { Point } from "./view.ts";

/** The zoom factor of a button or key. */
const STEP = 1.5;
/** How far an arrow key moves a zoomed page, in CSS pixels. */
const NUDGE = 80;
const MIDDLE: Point = { x: 0, y: 0 };

type Acts = Record<string, (() => void) | undefined>;

let styles: Promise<unknown> | undefined;

/**
 * Shows a page of a paper in a full-screen window. The person closes it with its button, Escape or the
 * browser's Back button. The focus then returns to the link of the first page.
 * @param list the pages; each has a link to its large picture
 * @param index the page to show first
 */
export async function openReader(list: HTMLElement, index: number): Promise<void> {
  const links = [...list.querySelectorAll("a")];
  const template = document.querySelector<HTMLTemplateElement>("#paper-reader") as HTMLTemplateElement;
  await (styles ??= addStyles(template.dataset["styles"] as string));
  if (document.querySelector("dialog.paper-reader")) return;
  const dialog = document.importNode(template.content, true).firstElementChild as HTMLDialogElement;
  const name = dialog.getAttribute("aria-label") ?? "";
  dialog.setAttribute("aria-label", name.replace("{pages}", list.getAttribute("aria-label") ?? ""));
  document.body.append(dialog);
  dialog.showModal();
  keepInHistory(dialog);
  dialog.addEventListener("close", () => {
    dialog.remove();
    links[index]?.focus();
  });
  fill(dialog, links, index);
}

/** Adds the pages to the window, and makes its buttons and keys work. */
function fill(dialog: HTMLDialogElement, links: HTMLAnchorElement[], first: number): void {
  const find = <T extends Element = HTMLElement>(selector: string) => dialog.querySelector(selector) as T;
  const [stage, status, jump] = [
    find(".paper-reader-stage"),
    find("[role=status]"),
    find<HTMLInputElement>("input"),
  ];
  let shown = first;

  const withCount = (text = "") => text.replace("{count}", String(links.length));
  const words = (what: "page" | "loading" | "lost") =>
    withCount(status.dataset[what]).replace("{page}", String(shown + 1));
  const say = (what: Parameters<typeof words>[0]) => {
    status.textContent = words(what);
  };
  // `disabled` would make the button lose focus.
  const enable = (name: string, isEnabled: boolean) =>
    find(`[data-act=${name}]`).setAttribute("aria-disabled", String(!isEnabled));
  const sheet = createSheet(stage, {
    loaded: () => say("page"),
    lost: () => say("lost"),
    looked: (canZoom) => {
      enable("in", canZoom.in);
      enable("out", canZoom.out);
    },
  });

  function show(next: number): void {
    const link = links[next];
    if (!link) return;
    shown = next;
    say("loading");
    sheet.show(link.href, link.querySelector("img"), words("page"));
    jump.value = String(next + 1);
    enable("previous", next > 0);
    enable("next", next < links.length - 1);
  }

  const turn = (by: number) => show(shown + by);
  const sideways = (by: number) => (sheet.isZoomed() ? sheet.move({ x: -by * NUDGE, y: 0 }) : turn(by));
  const acts: Acts = {
    in: () => sheet.zoom(STEP, MIDDLE),
    out: () => sheet.zoom(1 / STEP, MIDDLE),
    close: () => dialog.close(),
    previous: () => turn(-1),
    next: () => turn(1),
  };
  const keys: Acts = {
    PageUp: acts["previous"],
    PageDown: acts["next"],
    Home: () => show(0),
    End: () => show(links.length - 1),
    ArrowLeft: () => sideways(-1),
    ArrowRight: () => sideways(1),
    ArrowUp: () => sheet.move({ x: 0, y: NUDGE }),
    ArrowDown: () => sheet.move({ x: 0, y: -NUDGE }),
    "+": acts["in"],
    "=": acts["in"],
    "-": acts["out"],
    "0": sheet.whole,
  };

  watchGestures(stage, { ...sheet, turn });
  new ResizeObserver(() => sheet.move(MIDDLE)).observe(stage);
  dialog.addEventListener("click", ({ target }) => {
    acts[(target as Element).closest<HTMLElement>("[data-act]")?.dataset["act"] ?? ""]?.();
  });
  dialog.addEventListener("keydown", (event) => {
    const isTyping = event.target === jump && !event.key.startsWith("Page");
    const act = isTyping || event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  find("form").addEventListener("submit", (event) => event.preventDefault());
  jump.addEventListener("change", () => {
    const asked = jump.valueAsNumber;
    const page = Number.isNaN(asked) ? shown + 1 : Math.round(asked);
    show(Math.min(links.length, Math.max(1, page)) - 1);
  });
  jump.max = String(links.length);
  const total = find("[data-of]");
  total.textContent = withCount(total.dataset["of"]);
  show(first);
  stage.tabIndex = 0;
  stage.focus();
}

/** The browser's Back button closes the window, as people expect on a phone. */
function keepInHistory(dialog: HTMLDialogElement): void {
  const closed = new AbortController();
  history.pushState({ reader: true }, "");
  addEventListener("popstate", () => dialog.close(), { signal: closed.signal });
  dialog.addEventListener("close", () => {
    closed.abort();
    if (history.state?.reader) history.back();
  });
}

/** Resolves when all styles have loaded or failed. */
function addStyles(href: string): Promise<unknown> {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  document.head.append(link);
  return new Promise((done) => {
    link.addEventListener("load", done);
    link.addEventListener("error", done);
  });
}
