/**
 * Replaces the link to a file with the file's viewer when the reader opens the preview, also in a reloaded
 * list. Without JavaScript, the reader uses the link.
 */
document.addEventListener(
  "toggle",
  ({ target }) => {
    const link = (target as Element).querySelector<HTMLAnchorElement>(":scope.item-viewer > a");
    link?.replaceWith(frameOf(link));
  },
  { capture: true },
);

// The reader may have opened a viewer before this script ran.
for (const link of document.querySelectorAll<HTMLAnchorElement>(".item-viewer[open] > a"))
  link.replaceWith(frameOf(link));

function frameOf({ href, textContent, dataset }: HTMLAnchorElement): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.title = textContent;
  frame.height = dataset["height"] ?? "";
  frame.referrerPolicy = "no-referrer";
  // The viewer is on another site, so `allow-same-origin` gives it no access to this site.
  frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-popups");
  frame.src = href;
  return frame;
}
