import { useSyncExternalStore } from "react";

/**
 * Whether the window is at least this wide. It is used only after React runs.
 * @param from in px
 */
export function useWide(from: number): boolean {
  const query = `(width >= ${from}px)`;
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
    () => true,
  );
}
