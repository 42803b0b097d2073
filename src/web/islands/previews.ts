/**
 * Puts a file's viewer in place of the link to it, when its reader opens it, on lists that are reloaded too. Without this
 * script it is a link.
 */
document.addEventListener(
  "toggle",
  ({ target }) => {
    const link = (target as Element).querySelector<HTMLAnchorElement>(":scope.viewer > a");
    link?.replaceWith(frameOf(link));
  },
  { capture: true },
);

function frameOf({ href, textContent, dataset }: HTMLAnchorElement): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.title = textContent;
  frame.height = dataset["height"] ?? "";
  frame.referrerPolicy = "no-referrer";
  // The viewer is another site, so its own origin gives it nothing of ours.
  frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-popups");
  frame.src = href;
  return frame;
}
