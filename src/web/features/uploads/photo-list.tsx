import { useEffect, useRef, useState } from "react";
import { useMessages } from "../../ui/messages.ts";
import { CropDialog } from "./crop-dialog.tsx";
import { PhotoRow } from "./photo-row.tsx";
import type { Photo, PhotosChange } from "./photos.ts";

export interface PhotoListProps {
  photos: Photo[];
  isGrey: boolean;
  /** @param news a description of the change, for screen readers */
  onChange: (change: PhotosChange, news: string) => void;
}

/** The pages in their order. People can move, turn, crop and remove them. */
export function PhotoList({ photos, isGrey, onChange }: PhotoListProps) {
  const { pages } = useMessages().uploads;
  const [cropping, setCropping] = useState<number>();
  const list = useRef<HTMLOListElement>(null);
  const focusNext = useRef<string>(undefined);
  useEffect(() => {
    // A moved or removed element loses the focus.
    const next = focusNext.current;
    if (next !== undefined) list.current?.querySelector<HTMLElement>(next)?.focus();
    focusNext.current = undefined;
  }, [photos]);

  const move = (from: number, to: number) => {
    const active = document.activeElement;
    focusNext.current = active?.id && list.current?.contains(active) ? `#${active.id}` : undefined;
    onChange({ do: "move", from, to }, pages.moved(from + 1, to + 1));
  };
  const remove = (index: number) => {
    focusNext.current = `li:nth-child(${Math.min(index + 1, photos.length - 1)}) button:last-child`;
    onChange({ do: "remove", index }, pages.removed(index + 1));
  };
  const turn = (index: number) => onChange({ do: "turn", index }, pages.turned(index + 1));
  const cropped = cropping === undefined ? undefined : photos[cropping];
  return (
    <>
      <ol className="upload-photos" data-photos="" ref={list} aria-label={pages.title}>
        {photos.map((photo, index) => (
          <PhotoRow
            key={photo.id}
            photo={photo}
            index={index}
            isLast={index === photos.length - 1}
            isGrey={isGrey}
            onMove={move}
            onTurn={() => turn(index)}
            onCrop={() => setCropping(index)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      {cropping !== undefined && cropped && (
        <CropDialog
          photo={cropped}
          title={pages.cropPage(cropping + 1)}
          isGrey={isGrey}
          onDone={(crop) => onChange({ do: "crop", index: cropping, crop }, pages.cropped(cropping + 1))}
          onClose={() => setCropping(undefined)}
        />
      )}
    </>
  );
}
