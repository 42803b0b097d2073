import { type RefObject, useLayoutEffect, useState } from "react";
import { type Placement, placePanel } from "./panel-placement.ts";

/**
 * Moves a panel to the top layer, where nothing clips it, and keeps it next to its field during scrolling and
 * resizing.
 * @returns the panel's position; undefined before the first measurement
 */
export function usePlacement(
  field: RefObject<HTMLElement | null>,
  panel: RefObject<HTMLElement | null>,
): Placement | undefined {
  const [placement, setPlacement] = useState<Placement>();
  useLayoutEffect(() => {
    const place = () => {
      if (!field.current || !panel.current) return;
      const { clientWidth: width, clientHeight: height } = document.documentElement;
      const size = panel.current.getBoundingClientRect();
      setPlacement(placePanel(field.current.getBoundingClientRect(), size, { width, height }));
    };
    // Browsers before 2024 have no top layer; there, the fixed position is enough.
    panel.current?.showPopover?.();
    place();
    // The capture phase is needed, because a scroll event inside the page does not bubble.
    window.addEventListener("scroll", place, { capture: true, passive: true });
    window.addEventListener("resize", place);
    return () => {
      window.removeEventListener("scroll", place, { capture: true });
      window.removeEventListener("resize", place);
    };
  }, [field, panel]);
  return placement;
}
