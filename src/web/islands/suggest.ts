/**
 * Suggests courses and titles under a search box while a person types: a combobox with a listbox (WAI-ARIA
 * APG). Without JavaScript, the box searches only when the form is sent.
 */
interface Suggestion {
  /** The address that it opens. */
  path: string;
  text: string;
  code: string | null;
  type: string;
  label: string;
  detail: string;
}

/** The delay after a keystroke, in ms. */
const PAUSE = 150;
/** Announces the number of suggestions. The texts are in the page. */
const status = document.getElementById("suggested");
const known = new Map<string, Promise<Suggestion[]>>();
let count = 0;

/** The boxes that already have a list. */
const helped = new WeakSet<HTMLInputElement>();

for (const kind of ["focusin", "input"])
  document.addEventListener(kind, ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !("suggest" in target.dataset) || helped.has(target)) return;
    helped.add(target);
    suggestTo(target);
    if (kind === "input") target.dispatchEvent(new Event("input"));
  });

function suggestTo(box: HTMLInputElement): void {
  const list = document.createElement("ul");
  list.id = `suggestions-${(count += 1)}`;
  list.className = "suggestions";
  list.role = "listbox";
  list.hidden = true;
  list.setAttribute("aria-label", status?.dataset["name"] ?? "");
  box.after(list);
  box.role = "combobox";
  box.autocomplete = "off";
  for (const [name, value] of Object.entries({ autocomplete: "list", controls: list.id, expanded: "false" }))
    box.setAttribute(`aria-${name}`, value);
  let typed = box.value;
  let waiting = 0;

  const options = () => [...list.children] as HTMLElement[];
  const chosen = () => options().findIndex((option) => option.ariaSelected === "true");
  const show = (isOpen: boolean) => {
    list.hidden = !isOpen;
    box.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) choose(-1);
    // The last option searches for the typed text, and is no suggestion.
    const size = isOpen ? options().length - 1 : 0;
    const words = status?.dataset[size === 1 ? "one" : "many"] ?? "";
    if (status) status.textContent = size > 0 ? words.replace("{count}", String(size)) : "";
  };
  const choose = (at: number) => {
    options().forEach((option, place) => (option.ariaSelected = String(place === at)));
    const option = options()[at];
    if (option) box.setAttribute("aria-activedescendant", option.id);
    else box.removeAttribute("aria-activedescendant");
    box.value = option?.dataset["text"] ?? typed;
  };
  const open = (option: HTMLElement | undefined) => {
    const path = option?.dataset["path"];
    if (path) location.assign(path);
    else box.form?.requestSubmit();
  };
  const take = async () => {
    const text = box.value.trim();
    const found = text.length > 1 ? await suggestionsFor(text).catch(() => []) : [];
    // The text has changed since; the newer text has its own request.
    if (text !== box.value.trim() || document.activeElement !== box) return;
    const suggested = found.map((one, place) => optionOf(one, `${list.id}-${place}`));
    list.replaceChildren(...suggested, searchOption(text, `${list.id}-search`));
    show(found.length > 0);
  };

  box.addEventListener("input", () => {
    typed = box.value;
    clearTimeout(waiting);
    waiting = window.setTimeout(() => void take(), PAUSE);
  });
  // If the person continues to type, the chosen suggestion stays in the box.
  box.addEventListener("blur", () => {
    typed = box.value;
    show(false);
  });
  box.addEventListener("keydown", (event) => {
    const size = list.hidden ? 0 : options().length;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step && size > 0) {
      event.preventDefault();
      // The position before the first suggestion is the typed text.
      choose(((chosen() + 1 + step + size + 1) % (size + 1)) - 1);
    } else if (event.key === "Enter" && size > 0 && chosen() >= 0) {
      event.preventDefault();
      open(options()[chosen()]);
    } else if (event.key === "Escape" && size > 0) {
      event.preventDefault();
      choose(-1);
      show(false);
    }
  });
  // The box keeps the focus. A finger that only scrolls chooses nothing.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const at = options().indexOf((event.target as Element).closest("li") as HTMLElement);
    if (at < 0) return;
    choose(at);
    open(options()[at]);
  });
}

function suggestionsFor(text: string): Promise<Suggestion[]> {
  let answer = known.get(text);
  if (!answer) {
    answer = fetch(`/api/suggest?search=${encodeURIComponent(text)}`).then((found) =>
      found.ok ? (found.json() as Promise<Suggestion[]>) : Promise.reject(new Error(found.statusText)),
    );
    known.set(text, answer);
    // A failed request can be sent again.
    answer.catch(() => known.delete(text));
  }
  return answer;
}

function optionOf({ path, text, code, type, label, detail }: Suggestion, id: string): HTMLElement {
  const option = element("li", "");
  option.id = id;
  option.role = "option";
  Object.assign(option.dataset, { text, path });
  const title = element("b", label);
  if (code && type === "course") title.prepend(element("span", code), " ");
  option.append(title, " ", element("small", detail));
  return option;
}

/** The last option searches for the typed text. */
function searchOption(text: string, id: string): HTMLElement {
  const option = element(
    "li",
    (status?.dataset["search"] ?? "").replace("{text}", () => text),
  );
  option.id = id;
  option.role = "option";
  option.dataset["text"] = text;
  return option;
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
