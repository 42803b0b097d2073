import { FIT, fitted, moved, MAX, type Point, type Size, type View, zoomed } from "./view.ts";

/** The zoom factor of a double tap. */
const CLOSE_UP = 2.5;
/** The shape of the sheet until its picture loads. */
const A4: Size = { width: 1, height: Math.SQRT2 };

export interface SheetEvents {
  /** Called only for the last requested picture, with `lost` if the picture does not load. */
  loaded(): void;
  lost(): void;
  looked(canZoom: { in: boolean; out: boolean }): void;
}

/** Shows the picture of one page at a time on a stage, as a whole or zoomed. */
export function createSheet(stage: HTMLElement, on: SheetEvents) {
  let view: View = FIT;
  let picture = new Image();

  const available = (): Size => ({ width: stage.clientWidth, height: stage.clientHeight });
  const fit = (): Size => {
    const { naturalWidth: width, naturalHeight: height } = picture;
    return fitted(width ? { width, height } : A4, available());
  };

  function look(next: View): void {
    view = next;
    picture.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
    on.looked({ in: view.scale < MAX, out: view.scale > 1 });
  }

  const zoom = (factor: number, at: Point) => look(zoomed(view, factor, at, fit(), available()));
  const whole = () => look(FIT);
  const isZoomed = () => view.scale > 1;

  return {
    zoom,
    whole,
    isZoomed,
    move: (by: Point) => look(moved(view, by, fit(), available())),
    toggle: (at: Point) => (isZoomed() ? whole() : zoom(CLOSE_UP, at)),

    /**
     * @param small the picture in the page, shown until the large one loads
     * @param alt the text for screen readers
     */
    show(src: string, small: HTMLImageElement | null, alt: string): void {
      const current = Object.assign(new Image(), { alt, draggable: false });
      picture.remove();
      picture = current;
      if (small?.naturalWidth) current.style.backgroundImage = `url("${small.currentSrc}")`;
      current.addEventListener("load", () => {
        current.style.backgroundImage = "";
        if (current === picture) on.loaded();
      });
      current.addEventListener("error", () => {
        if (current === picture) on.lost();
      });
      current.src = src;
      stage.append(current);
      whole();
    },
  };
}
