/** What a route module's `handle` may say. */
export interface RouteHandle {
  /** The page runs React in the browser; without it the page is a plain document. */
  hydrate?: boolean;
  /** The page stands without header and footer, as in a window of its own. */
  bare?: boolean;
}

/** Whether any of the matched routes wants to run in the browser. */
export function isHydrated(handles: unknown[]): boolean {
  return handles.some((handle) => (handle as RouteHandle | undefined)?.hydrate === true);
}

/** Whether any of the matched routes stands without header and footer. */
export function isBare(handles: unknown[]): boolean {
  return handles.some((handle) => (handle as RouteHandle | undefined)?.bare === true);
}
