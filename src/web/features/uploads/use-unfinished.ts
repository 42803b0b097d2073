import { type RefObject, useEffect } from "react";

/** Blocks the submission of a form while part of it, such as an upload, is unfinished. */
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
      // Without this, React Router would send the form anyway.
      event.stopPropagation();
      onTry();
    };
    form.addEventListener("submit", refuse);
    return () => form.removeEventListener("submit", refuse);
  }, [box, isUnfinished, onTry]);
}
