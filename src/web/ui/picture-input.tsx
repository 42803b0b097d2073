import { useEffect, useRef, useState } from "react";
import { PICTURE_TYPES } from "../../shared/files/files.ts";
import type { ControlAttributes } from "./form-field.tsx";

export interface PictureInputProps {
  control: ControlAttributes;
  /** The accessible name of the preview. */
  label: string;
  /** Whether the preview is a square, for profile photos. Otherwise it has the shape of the picture. */
  isRound?: boolean;
}

/** The width of the preview, in CSS pixels. */
const PREVIEW_WIDTH = 640;

/** A file input for one picture. When React runs, it also shows a preview. */
export function PictureInput({ control, label, isRound = false }: PictureInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isShown, setShown] = useState(false);
  const show = async () => {
    const file = input.current?.files?.[0];
    const picture = file && (await pictureOf(file));
    // By now the person may have chosen another picture or left the page.
    if (input.current?.files?.[0] !== file || !canvas.current) return;
    setShown(picture !== undefined);
    if (picture) draw(canvas.current, picture);
  };
  useEffect(() => {
    // The person may have chosen a picture before React ran.
    if (input.current?.files?.length) void show();
  }, []);
  return (
    <>
      <input {...control} ref={input} type="file" accept={PICTURE_TYPES} onChange={show} />
      <canvas
        ref={canvas}
        className={isRound ? "chosen-picture avatar avatar-large" : "chosen-picture"}
        role="img"
        aria-label={label}
        hidden={!isShown}
      />
    </>
  );
}

/** @returns undefined if the browser can't show the picture; the server reports the reason */
const pictureOf = (file: File): Promise<ImageBitmap | undefined> =>
  createImageBitmap(file, { imageOrientation: "from-image", resizeWidth: PREVIEW_WIDTH }).catch(
    () => undefined,
  );

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap): void {
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  picture.close();
}
