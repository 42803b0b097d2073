import { useEffect, useRef } from "react";
import { drawPage } from "./draw-page.ts";
import { croppedSize, type PageEdit, scaled } from "./page-geometry.ts";

export interface PageCanvasProps {
  picture: HTMLCanvasElement;
  edit: PageEdit;
  isGrey: boolean;
  label: string;
  /** The longer side, in CSS pixels. */
  longSide: number;
}

/** A small preview of a page. */
export function PageCanvas({ picture, edit, isGrey, label, longSide }: PageCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = croppedSize(picture, edit);
  const { width, height } = scaled(size, longSide / Math.max(size.width, size.height));
  const { turns, crop } = edit;
  useEffect(() => {
    const context = canvas.current?.getContext("2d", { willReadFrequently: true });
    if (context) drawPage(context, picture, { turns, crop }, { width, height }, isGrey);
  }, [picture, turns, crop, width, height, isGrey]);
  return <canvas ref={canvas} width={width} height={height} role="img" aria-label={label} />;
}
