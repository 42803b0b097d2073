/** What a route module's `handle` may say. */
export interface RouteHandle {
  /** The page runs React in the browser; without it the page is a plain document. */
  hydrate?: boolean;
  /** The page stands without header and footer, as in a window of its own. */
  bare?: boolean;
  /** A task rather than a text to read: the footer is one line, so that it is not longer than the page. */
  shortFooter?: boolean;
}

/** Whether any of the matched routes wants to run in the browser. */
export function isHydrated(handles: unknown[]): boolean {
  return handles.some((handle) => (handle as RouteHandle | undefined)?.hydrate === true);
}

/** Whether any of the matched routes stands without header and footer. */
export function isBare(handles: unknown[]): boolean {
  return handles.some((handle) => (handle as RouteHandle | undefined)?.bare === true);
}

/** Whether any of the matched routes asks for the footer of one line. */
export function hasShortFooter(handles: unknown[]): boolean {
  return handles.some((handle) => (handle as RouteHandle | undefined)?.shortFooter === true);
}
