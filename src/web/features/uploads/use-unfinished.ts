import { type RefObject, useEffect } from "react";

/** Stops the form around a box from being sent while something in it is unfinished. */
export function useUnfinished(
  box: RefObject<HTMLElement | null>,
  isUnfinished: boolean,
  onTry: () => void,
): void {
  useEffect(() => {
    const form = box.current?.closest("form");
    if (!form || !isUnfinished) return undefined;
    const refuse = (event: Event) => {
      event.preventDefault();
      // The router would send it by itself.
      event.stopPropagation();
      onTry();
    };
    form.addEventListener("submit", refuse);
    return () => form.removeEventListener("submit", refuse);
  }, [box, isUnfinished, onTry]);
}
