import { PAGE_WIDTHS } from "../../../shared/files/files.ts";

const [NORMAL, LARGE, PHONE] = PAGE_WIDTHS;
/** The width of the window from which a page needs the normal width, in px. */
const WIDE = 800;
/** A larger magnification needs the large image. */
const MUCH = 1.2;

/** The address of a page image that is sharp in this window. @param zoom 1 is the width of the pane */
export function pageAddress(pages: string, page: number, zoom = 1): string {
  const normal = typeof innerWidth === "number" && innerWidth < WIDE ? PHONE : NORMAL;
  return `${pages}/${page}?width=${zoom > MUCH ? LARGE : normal}`;
}

/** The images that were requested in advance. While they are referenced here, the browser keeps them decoded. */
const kept: HTMLImageElement[] = [];
const MAX = 6;

/** Loads a page image before it is shown. */
export function preloadPage(pages: string, page: number): void {
  const src = new URL(pageAddress(pages, page), location.href).href;
  if (kept.some((image) => image.src === src)) return;
  const image = new Image();
  image.src = src;
  // The page shows the problem if the image doesn't load.
  image.decode().catch(() => {});
  kept.push(image);
  if (kept.length > MAX) kept.shift();
}
