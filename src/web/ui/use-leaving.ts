import { type RefObject, useEffect } from "react";

export interface Leaving {
  /** By a press outside, or as the focus goes elsewhere. */
  onLeave: () => void;
  onEscape: () => void;
}

/** While active, reports that a person leaves a box with an open part. */
export function useLeaving(
  box: RefObject<HTMLElement | null>,
  active: boolean,
  { onLeave, onEscape }: Leaving,
): void {
  useEffect(() => {
    if (!active) return;
    const elsewhere = ({ target }: Event) => {
      if (!box.current?.contains(target as Node)) onLeave();
    };
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      onEscape();
    };
    // On the document: in Safari a pressed button has no focus, and its keys go to the body.
    document.addEventListener("pointerdown", elsewhere, true);
    document.addEventListener("focusin", elsewhere);
    document.addEventListener("keydown", pressed);
    return () => {
      document.removeEventListener("pointerdown", elsewhere, true);
      document.removeEventListener("focusin", elsewhere);
      document.removeEventListener("keydown", pressed);
    };
  });
}
