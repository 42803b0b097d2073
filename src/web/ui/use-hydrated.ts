import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether React runs in the browser: false on the server, so that a form works without JavaScript. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
