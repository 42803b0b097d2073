import {
  forgetAfterLogout,
  keptCourses,
  type KeptCourse,
  MAX_CARDS,
  updateCourses,
} from "../page/kept-courses.ts";

/**
 * Fills "Your courses" on the home page. This script runs before the page is painted and says how many courses the
 * page has place for, so that nothing moves. The names come from the browser's storage, and the papers from the
 * server, so that a new final appears.
 */
forgetAfterLogout();
const all = keptCourses();
const [kept, more] = [all.slice(0, MAX_CARDS), all.slice(MAX_CARDS)];

if (kept.length > 0) {
  announce(kept.length);
  if (more.length > 0) document.documentElement.dataset["more"] = "";
  const query = new URLSearchParams(kept.map(({ path }) => ["c", path.slice("/course/".length)]));
  // Without cookies, everybody who opened the same courses gets the same response, so the server can cache it.
  // Without a connection, the names remain.
  const loaded = fetch(`/home/courses?${query}`, { credentials: "omit" }).then(
    (response) => (response.ok ? response.text() : ""),
    () => "",
  );
  document.addEventListener("DOMContentLoaded", async () => {
    const list = document.querySelector("#your-courses-list");
    if (!list) return;
    for (const [at, course] of kept.entries()) list.children[at]?.append(linkTo(course));
    for (const course of more) {
      document
        .querySelector("#more-courses-list")
        ?.appendChild(document.createElement("li"))
        .append(linkTo(course));
    }
    const page = new DOMParser().parseFromString(await loaded, "text/html");
    // A captive portal (the login page of a Wi-Fi network) may respond instead of the site.
    if (!page.querySelector("#your-courses-list")) return;
    const cards = [...page.querySelectorAll<HTMLElement>("[data-asked]")];
    list.replaceChildren(...cards);
    announce(cards.length);
    const found = cards.map(
      ({ dataset }) => [dataset["asked"], JSON.parse(dataset["course"] as string) as KeptCourse] as const,
    );
    updateCourses(kept, new Map(found));
  });
}

function linkTo({ path, code, title }: KeptCourse): HTMLElement {
  const link = Object.assign(document.createElement("a"), { className: "home-course-name", href: path });
  const name = link.appendChild(document.createElement("span"));
  name.append(Object.assign(document.createElement("b"), { textContent: code }), ` ${title}`);
  return link;
}

/** Tells the style sheet how many courses the page shows. */
function announce(count: number): void {
  const { dataset } = document.documentElement;
  if (count > 0) dataset["courses"] = String(count);
  else delete dataset["courses"];
}
