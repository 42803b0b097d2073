/** Copies the page's link at a press, and says so. Without this script it is a link like any other. */
const link = document.querySelector<HTMLAnchorElement>("#share");
const said = document.querySelector("#shared");

link?.addEventListener("click", (event) => {
  // With a modifier key the browser's own action applies.
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const say = (text: string | undefined) => {
    if (said) said.textContent = text ?? "";
  };
  // A site without https has no clipboard.
  const copied = navigator.clipboard?.writeText(link.href) ?? Promise.reject(new Error("no clipboard"));
  copied.then(
    () => say(link.dataset["copied"]),
    () => say(link.dataset["not"]),
  );
});
