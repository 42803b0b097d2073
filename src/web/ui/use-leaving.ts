import { type RefObject, useEffect } from "react";

export interface Leaving {
  /** Called when the person clicks outside the box, or when the focus leaves the box. */
  onLeave: () => void;
  onEscape: () => void;
}

/** While active, reports when a person clicks outside the box or moves the focus out. */
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
    // The listeners are on the document, because in Safari a clicked button gets no focus, and key events go
    // to the body.
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
