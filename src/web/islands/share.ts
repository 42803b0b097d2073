/**
 * Copies the page's link when the reader presses it, and announces the result. Without JavaScript, it is an
 * ordinary link.
 */
const link = document.querySelector<HTMLAnchorElement>("#share");
const said = document.querySelector("#shared");

link?.addEventListener("click", (event) => {
  // With a modifier key, the browser does its own action.
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const say = (text: string | undefined) => {
    if (said) said.textContent = text ?? "";
  };
  // Without https, the browser has no clipboard API.
  const copied = navigator.clipboard?.writeText(link.href) ?? Promise.reject(new Error("no clipboard"));
  copied.then(
    () => say(link.dataset["copied"]),
    () => say(link.dataset["not"]),
  );
});
