import type { DragEvent } from "react";
import { useMessages } from "../../ui/messages.ts";
import { PageCanvas } from "./page-canvas.tsx";
import type { Photo } from "./photos.ts";

export interface PhotoRowProps {
  photo: Photo;
  /** The position of the page, from 0. */
  index: number;
  isLast: boolean;
  isGrey: boolean;
  onMove: (from: number, to: number) => void;
  onTurn: () => void;
  onCrop: () => void;
  onRemove: () => void;
}

/** The data type of a dragged page, so that dropped files and texts are ignored. */
const DRAGGED = "application/x-page";

/** One page with its actions. */
export function PhotoRow({ photo, index, isLast, isGrey, onMove, ...does }: PhotoRowProps) {
  const { pages } = useMessages().uploads;
  const number = index + 1;
  const accept = (event: DragEvent) => {
    if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
  };
  const drop = (event: DragEvent) => {
    const from = event.dataTransfer.getData(DRAGGED);
    if (from === "") return;
    event.preventDefault();
    onMove(Number(from), index);
  };
  // A button that can't move the page further does nothing. `disabled` would make it lose focus.
  const mover = (to: number, isOff: boolean) => ({
    "aria-disabled": isOff,
    onClick: () => isOff || onMove(index, to),
  });
  const name = pages.page(number);
  return (
    // The list item only handles dragging. The buttons move a page without a mouse.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className="upload-photo"
      draggable
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, String(index))}
      onDragOver={accept}
      onDrop={drop}
    >
      <PageCanvas picture={photo.preview} edit={photo} isGrey={isGrey} label={name} longSide={280} />
      <div>
        <strong>{name}</strong>
        <div className="upload-buttons">
          <Action name={pages.moveUp(number)} id={`up-${photo.id}`} {...mover(index - 1, index === 0)}>
            {pages.up}
          </Action>
          <Action name={pages.moveDown(number)} id={`down-${photo.id}`} {...mover(index + 1, isLast)}>
            {pages.down}
          </Action>
          <Action name={pages.turnPage(number)} onClick={does.onTurn}>
            {pages.turn}
          </Action>
          <Action name={pages.cropPage(number)} onClick={does.onCrop}>
            {pages.crop}
          </Action>
          <Action name={pages.removePage(number)} onClick={does.onRemove}>
            {pages.remove}
          </Action>
        </div>
      </div>
    </li>
  );
}

interface ActionProps {
  /** The accessible name: the button's text and the page. */
  name: string;
  id?: string;
  "aria-disabled"?: boolean;
  onClick: () => void;
  children: string;
}

function Action({ name, children, ...button }: ActionProps) {
  return (
    <button type="button" className="quiet" aria-label={name} {...button}>
      {children}
    </button>
  );
}
