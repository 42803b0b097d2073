import type { Point } from "./view.ts";

export interface Gestures {
  /** @param by the distance, in CSS pixels */
  move(by: Point): void;
  zoom(factor: number, at: Point): void;
  /** Zooms in, or zooms out to the whole page. */
  toggle(at: Point): void;
  /** Shows another page. */
  turn(by: number): void;
  isZoomed(): boolean;
}

/** A finger that moves less than this is a tap, in CSS pixels. */
const STILL = 10;
/** A finger that moves more than this sideways is a swipe, in CSS pixels. */
const SWIPE = 48;
/** The longest time between the two taps of a double tap, in ms. */
const DOUBLE = 300;
/**
 * How much a step of the wheel zooms. A pinch on a touchpad is sent as wheel events with Ctrl, in smaller
 * steps.
 */
const WHEEL = 0.002;
const PINCH = 0.01;
const LINE = 16;

const difference = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y });
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** Turns events of fingers, mouse and wheel into gestures: pinch, drag, double tap and swipe. */
export function watchGestures(stage: HTMLElement, on: Gestures): void {
  const fingers = new Map<number, Point>();
  let start: Point & { zoomed: boolean };
  let pinched = false;
  let tapped: (Point & { time: number }) | undefined;

  const placeOf = ({ clientX, clientY }: MouseEvent): Point => {
    const box = stage.getBoundingClientRect();
    return { x: clientX - box.x - box.width / 2, y: clientY - box.y - box.height / 2 };
  };

  stage.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    stage.setPointerCapture(event.pointerId);
    const at = placeOf(event);
    fingers.set(event.pointerId, at);
    pinched = fingers.size > 1;
    if (!pinched) start = { ...at, zoomed: on.isZoomed() };
  });

  stage.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const at = placeOf(event);
    fingers.set(event.pointerId, at);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) {
      if (on.isZoomed()) on.move(difference(at, before));
      return;
    }
    const [from, to] = [middle(before, other), middle(at, other)];
    // Zooms before it moves, because a picture at its original size can't be dragged.
    on.zoom(distance(at, other) / Math.max(1, distance(before, other)), from);
    on.move(difference(to, from));
  });

  stage.addEventListener("pointercancel", ({ pointerId }) => fingers.delete(pointerId));
  stage.addEventListener("pointerup", (event) => {
    if (!fingers.delete(event.pointerId) || pinched) return;
    const at = placeOf(event);
    const { x, y } = difference(at, start);
    if (Math.hypot(x, y) < STILL) return tap(at, event.timeStamp);
    if (!start.zoomed && Math.abs(x) > SWIPE && Math.abs(x) > 1.5 * Math.abs(y)) on.turn(x < 0 ? 1 : -1);
  });

  function tap(at: Point, time: number): void {
    const isSecond = tapped && time - tapped.time < DOUBLE && distance(tapped, at) < 3 * STILL;
    if (isSecond) on.toggle(at);
    tapped = isSecond ? undefined : { ...at, time };
  }

  stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    const steps = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE : event.deltaY;
    on.zoom(Math.exp(-steps * (event.ctrlKey ? PINCH : WHEEL)), placeOf(event));
  });
}
