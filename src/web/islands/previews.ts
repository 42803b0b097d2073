/**
 * Replaces the link to a file with its viewer when the reader opens it, in a reloaded list too. Without this script the
 * link stays.
 */
document.addEventListener(
  "toggle",
  ({ target }) => {
    const link = (target as Element).querySelector<HTMLAnchorElement>(":scope.item-viewer > a");
    link?.replaceWith(frameOf(link));
  },
  { capture: true },
);

// The reader may be faster than this script.
for (const link of document.querySelectorAll<HTMLAnchorElement>(".item-viewer[open] > a"))
  link.replaceWith(frameOf(link));

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
