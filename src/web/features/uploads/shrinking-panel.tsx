import { useEffect, useEffectEvent, useState } from "react";
import { FILE_FIELD } from "../../../shared/files/files.ts";
import { type AttachedFile, findShrinking } from "../../page/attached-file.ts";
import { FileName } from "../../ui/file-name.tsx";
import { useMessages } from "../../ui/messages.ts";

export interface ShrinkingPanelProps {
  file: AttachedFile;
  onReady: (file: AttachedFile) => void;
  /** @param reason a sentence; undefined if the file is gone */
  onRefused: (reason: string | undefined) => void;
  onRemove: () => void;
}

/** How often the page asks for the progress, in ms. */
const PAUSE = 1_500;

/** Shows the progress of a file that the server makes smaller. */
export function ShrinkingPanel({ file, onReady, onRefused, onRemove }: ShrinkingPanelProps) {
  const { uploads } = useMessages();
  const [{ page, pages }, setProgress] = useState({ page: 0, pages: 0 });
  const { key, name = uploads.heldBefore, size } = file;
  const look = useEffectEvent(async (isOver: () => boolean) => {
    const found = await findShrinking(key);
    if (isOver() || found === undefined) return;
    if (found === "gone") onRefused(undefined);
    else if ("problem" in found) onRefused(found.problem);
    else if ("file" in found) onReady({ ...found.file, name });
    else setProgress(found);
  });
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const next = (pause: number) => {
      timer = setTimeout(async () => {
        await look(() => isOver);
        if (!isOver) next(PAUSE);
      }, pause);
    };
    next(0);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [key]);
  // Ten steps are announced, so that a screen reader doesn't speak all the time.
  const tenth = Math.floor((page / Math.max(1, pages)) * 10);
  return (
    <div className="upload-sending" id={FILE_FIELD} tabIndex={-1}>
      <p>
        <strong>
          <FileName>{name}</FileName>
        </strong>{" "}
        · {uploads.size(size)}
      </p>
      <progress max={Math.max(1, pages)} value={page} aria-label={uploads.shrinkingLabel} />
      <p>{uploads.shrinking(page, pages)}</p>
      <p className="hint">{uploads.shrinkingHint}</p>
      <p className="visually-hidden" role="status">
        {uploads.shrinkingPart(tenth * 10)}
      </p>
      <div className="upload-buttons">
        <button type="button" className="plain" onClick={onRemove}>
          {uploads.other}
        </button>
      </div>
    </div>
  );
}
