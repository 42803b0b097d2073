/** Puts a file's viewer in place of the link to it, when its reader opens it. Without this script it is a link. */
for (const link of document.querySelectorAll<HTMLAnchorElement>(".viewer > a")) {
  link.parentElement?.addEventListener("toggle", () => link.replaceWith(frameOf(link)), { once: true });
}

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
