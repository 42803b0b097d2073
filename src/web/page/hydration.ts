/** The flags of a route module's `handle`. */
export interface RouteHandle {
  /** Whether React runs in the browser. Otherwise the page is a document. */
  hydrate?: boolean;
  /** Whether the page has no header and footer, for example in a small login window. */
  bare?: boolean;
  /** Whether the footer is one line. On a short page a full footer would be longer than the content. */
  shortFooter?: boolean;
}

/** Whether React runs in the browser for any of the matched routes. */
export function isHydrated(handles: unknown[]): boolean {
  return handles.some((handle) => (handle as RouteHandle | undefined)?.hydrate === true);
}

/** Whether any of the matched routes has no header and footer. */
export function isBare(handles: unknown[]): boolean {
  return handles.some((handle) => (handle as RouteHandle | undefined)?.bare === true);
}

/** Whether any of the matched routes has a one-line footer. */
export function hasShortFooter(handles: unknown[]): boolean {
  return handles.some((handle) => (handle as RouteHandle | undefined)?.shortFooter === true);
}
