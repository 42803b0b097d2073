import { type RefObject, useEffect } from "react";

/** Prevents the form around a box from being sent while the box contains something unfinished. */
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
      // The router would send the form anyway.
      event.stopPropagation();
      onTry();
    };
    form.addEventListener("submit", refuse);
    return () => form.removeEventListener("submit", refuse);
  }, [box, isUnfinished, onTry]);
}
