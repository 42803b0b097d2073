/** The flags of a route module's `handle`. */
export interface RouteHandle {
  /** The page runs React in the browser; without it the page is a plain document. */
  hydrate?: boolean;
  /** The page stands without header and footer, as in a window of its own. */
  bare?: boolean;
  /** Whether the footer is one line: on a short page a full footer would be longer than the content. */
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

/** Whether one of the matched routes has the footer of one line. */
export function hasShortFooter(handles: unknown[]): boolean {
  return handles.some((handle) => (handle as RouteHandle | undefined)?.shortFooter === true);
}
