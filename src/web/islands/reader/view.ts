/** A position or distance in CSS pixels. A position is measured from the middle of the stage. */
export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/**
 * A picture's position on its stage: the zoom relative to the fitted size, and the distance of its middle
 * from the middle of the stage.
 */
export interface View extends Point {
  scale: number;
}

export const FIT: View = { scale: 1, x: 0, y: 0 };
export const MAX = 6;

/**
 * The largest size at which the whole picture fits its stage.
 * @param natural in any unit
 */
export function fitted(natural: Size, stage: Size): Size {
  const scale = Math.min(stage.width / natural.width, stage.height / natural.height);
  return { width: natural.width * scale, height: natural.height * scale };
}

/**
 * Zooms around a point. The point stays under the finger as long as the picture covers its stage.
 * @param fit see `fitted`
 */
export function zoomed(view: View, factor: number, at: Point, fit: Size, stage: Size): View {
  const scale = Math.min(MAX, Math.max(1, view.scale * factor));
  const grown = scale / view.scale;
  const grownThere = { scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown };
  return within(grownThere, fit, stage);
}

export function moved(view: View, by: Point, fit: Size, stage: Size): View {
  return within({ ...view, x: view.x + by.x, y: view.y + by.y }, fit, stage);
}

/** Centres a picture that is smaller than its stage. The edges of a larger picture stay outside the stage. */
function within({ scale, x, y }: View, fit: Size, stage: Size): View {
  const bound = (offset: number, size: number, available: number) => {
    const most = (size * scale - available) / 2;
    return most <= 0 ? 0 : Math.min(most, Math.max(-most, offset));
  };
  return { scale, x: bound(x, fit.width, stage.width), y: bound(y, fit.height, stage.height) };
}
