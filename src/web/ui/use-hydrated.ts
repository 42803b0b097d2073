import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether React runs in the browser. It is false on the server, so that forms work without JavaScript. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
