/** The space between a panel and its field (spec §9), in CSS pixels. */
const GAP = 10;

export interface Size {
  width: number;
  height: number;
}

/** The positions of a field's edges in the window, in CSS pixels. */
export interface Edges {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface Placement {
  side: "below" | "above" | "right" | "left";
  top: number;
  left: number;
}

/**
 * Places a panel next to its field where there is space (spec §4). The sides are tried in this order: below,
 * above, right, left. If no side has enough space, the panel is below or above, whichever has more space, and
 * may cover the field so that it stays in the window.
 * @returns the side, and the panel's corner in the window, in CSS pixels
 */
export function placePanel(field: Edges, panel: Size, view: Size): Placement {
  const free = {
    below: view.height - field.bottom,
    above: field.top,
    right: view.width - field.right,
    left: field.left,
  };
  const needs = { below: panel.height, above: panel.height, right: panel.width, left: panel.width };
  const sides = ["below", "above", "right", "left"] as const;
  const side =
    sides.find((one) => free[one] >= needs[one] + GAP) ?? (free.below >= free.above ? "below" : "above");
  const corner = {
    below: { top: field.bottom + GAP, left: field.left },
    above: { top: field.top - GAP - panel.height, left: field.left },
    right: { top: field.top, left: field.right + GAP },
    left: { top: field.top, left: field.left - GAP - panel.width },
  }[side];
  return {
    side,
    top: within(corner.top, view.height - panel.height),
    left: within(corner.left, view.width - panel.width),
  };
}

/** The nearest position that shows the whole panel, or its beginning if the window is too small. */
function within(wish: number, last: number): number {
  return Math.max(0, Math.min(wish, last));
}
