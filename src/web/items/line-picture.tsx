import { langOf } from "./item-names.ts";

export interface LinePictureProps {
  /** The address of the picture. */
  src: string;
  /** The words of the line; "" where they stand beside the picture. */
  text: string;
  className: string;
}

/** A picture of the line of a paper that a detail was read from. The class sets its size, so that nothing moves. */
export function LinePicture({ src, text, className }: LinePictureProps) {
  return <img className={className} src={src} alt={text} lang={langOf(text)} loading="lazy" />;
}
