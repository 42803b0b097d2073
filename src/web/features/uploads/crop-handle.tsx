import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { useMessages } from "../../ui/messages.ts";
import type { Edge } from "./page-geometry.ts";

export interface CropHandleProps {
  edge: Edge;
  /** The fraction that is cut off, from 0 to 1. */
  cut: number;
  onMove: (cut: number) => void;
}

const STEP = 0.01;
const LEAP = 0.1;

/** How much a key changes the cut of an edge. The arrow keys move the edge in their direction. */
function stepOf(key: string, edge: Edge): number | undefined {
  const inwards = edge === "top" || edge === "left" ? 1 : -1;
  const steps: Record<string, number> = {
    ArrowDown: STEP * inwards,
    ArrowRight: STEP * inwards,
    ArrowUp: -STEP * inwards,
    ArrowLeft: -STEP * inwards,
    PageUp: LEAP,
    PageDown: -LEAP,
    Home: -1,
    End: 1,
  };
  return steps[key];
}

/** The position of a pointer on the picture, as the cut of this edge. */
function cutAt({ clientX, clientY }: PointerEvent, box: DOMRect, edge: Edge): number {
  const cuts = {
    top: (clientY - box.top) / box.height,
    bottom: (box.bottom - clientY) / box.height,
    left: (clientX - box.left) / box.width,
    right: (box.right - clientX) / box.width,
  };
  return cuts[edge];
}

/**
 * An edge of a page. People drag it or move it with the arrow keys. Its offset parent is the whole picture.
 */
export function CropHandle({ edge, cut, onMove }: CropHandleProps) {
  const { crop } = useMessages().uploads;
  const dragging = useRef(false);
  const percent = Math.round(cut * 100);

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const picture = event.currentTarget.offsetParent;
    if (dragging.current && picture) onMove(cutAt(event, picture.getBoundingClientRect(), edge));
  };
  const grab = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    dragging.current = true;
  };
  const release = () => {
    dragging.current = false;
  };
  const press = (event: KeyboardEvent) => {
    const step = stepOf(event.key, edge);
    if (step === undefined) return;
    event.preventDefault();
    onMove(cut + step);
  };
  return (
    <div
      className={`upload-crop-handle ${edge}`}
      style={{ [edge]: `${cut * 100}%` }}
      role="slider"
      tabIndex={0}
      aria-label={crop.edges[edge]}
      aria-orientation={edge === "top" || edge === "bottom" ? "vertical" : "horizontal"}
      aria-valuemin={0}
      aria-valuemax={90}
      aria-valuenow={percent}
      aria-valuetext={crop.percent(percent)}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={press}
    />
  );
}
