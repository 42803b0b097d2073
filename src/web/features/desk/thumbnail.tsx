import { useEffect, useRef } from "react";
import { loadInTurn } from "./load-in-turn.ts";

interface ThumbnailProps {
  src: string;
  width: number;
  height: number;
}

/** A small picture of a page beside its name. It loads in turn with the others. */
export function Thumbnail({ src, ...size }: ThumbnailProps) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => (image.current ? loadInTurn(image.current, src) : undefined), [src]);
  return <img ref={image} data-thumbnail={src} alt="" {...size} />;
}
