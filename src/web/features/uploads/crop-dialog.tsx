import { useEffect, useRef, useState } from "react";
import { useMessages } from "../../ui/messages.ts";
import { CropHandle } from "./crop-handle.tsx";
import { PageCanvas } from "./page-canvas.tsx";
import { type Crop, EDGES, moveEdge, WHOLE } from "./page-geometry.ts";
import type { Photo } from "./photos.ts";

export interface CropDialogProps {
  photo: Photo;
  title: string;
  isGrey: boolean;
  onDone: (crop: Crop) => void;
  onClose: () => void;
}

/** Shows the whole rotated photo, with four edges that the person moves to the edges of the paper. */
export function CropDialog({ photo, title, isGrey, onDone, onClose }: CropDialogProps) {
  const { crop: words } = useMessages().uploads;
  const dialog = useRef<HTMLDialogElement>(null);
  const [crop, setCrop] = useState(photo.crop);
  const [whole] = useState({ turns: photo.turns, crop: WHOLE });
  useEffect(() => dialog.current?.showModal(), []);
  // The dialog returns the focus to the button that opened it. Then its `close` event tells the parent
  // component.
  const close = () => dialog.current?.close();
  const done = () => {
    onDone(crop);
    close();
  };
  const [top, right, bottom, left] = EDGES.map((edge) => `${crop[edge] * 100}%`);
  return (
    <dialog className="upload-crop" ref={dialog} onClose={onClose} aria-labelledby="crop-title">
      <h2 id="crop-title">{title}</h2>
      <p className="hint">{words.hint}</p>
      <div className="upload-crop-picture">
        <PageCanvas picture={photo.preview} edit={whole} isGrey={isGrey} label={title} longSide={800} />
        <div className="upload-crop-veil">
          <div className="upload-crop-frame" style={{ inset: `${top} ${right} ${bottom} ${left}` }} />
        </div>
        {EDGES.map((edge) => (
          <CropHandle
            key={edge}
            edge={edge}
            cut={crop[edge]}
            onMove={(cut) => setCrop((now) => moveEdge(now, edge, cut))}
          />
        ))}
      </div>
      <div className="upload-buttons">
        <button type="button" onClick={done}>
          {words.done}
        </button>
        <button type="button" className="quiet" onClick={() => setCrop(WHOLE)}>
          {words.whole}
        </button>
        <button type="button" className="plain" onClick={close}>
          {words.cancel}
        </button>
      </div>
    </dialog>
  );
}
