/**
 * Opens a page of a paper in a large view, steps through the pages with the arrow keys, and prints them all.
 * Without JavaScript, each page is a link to its large picture.
 */
const pictures = [...document.querySelectorAll<HTMLImageElement>("#pages img")];
const button = document.querySelector<HTMLButtonElement>("#print");
const said = document.querySelector<HTMLElement>("#printing");

for (const list of document.querySelectorAll<HTMLElement>("[data-reader]")) {
  const links = [...list.querySelectorAll("a")];

  list.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    // With a modifier key, the browser does its own action.
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    import("./reader/reader.ts")
      .then(({ openReader }) => openReader(list, links.indexOf(link)))
      .catch(() => location.assign(link.href));
  });

  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step && links[links.indexOf(event.target as HTMLAnchorElement) + step];
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    next.focus();
  });
}

function loadAll(): void {
  for (const picture of pictures) picture.loading = "eager";
}
addEventListener("beforeprint", loadAll);

if (button) {
  let printing: Promise<void> | undefined;
  button.hidden = false;
  button.addEventListener("click", () => {
    printing ??= printAll().finally(() => {
      printing = undefined;
    });
  });
}

/** Prints when every page has loaded at the resolution for paper. */
async function printAll(): Promise<void> {
  for (const picture of pictures) {
    const { href } = picture.closest("a") as HTMLAnchorElement;
    // Retries a failed page once.
    if (picture.currentSrc === href && picture.naturalWidth > 0) continue;
    picture.removeAttribute("srcset");
    picture.src = href;
  }
  loadAll();
  for (const [index, picture] of pictures.entries()) {
    say("loading", index + 1);
    if (!(await isThere(picture))) return say("lost", index + 1);
  }
  if (said) said.textContent = "";
  print();
}

const isThere = (picture: HTMLImageElement): Promise<boolean> =>
  picture.decode().then(
    () => true,
    () => false,
  );

function say(what: "loading" | "lost", page: number): void {
  if (said) said.textContent = said.dataset[what]?.replace("{page}", String(page)) ?? "";
}
