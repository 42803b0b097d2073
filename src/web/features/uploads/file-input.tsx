import { type ChangeEvent, type DragEvent, useEffect, useRef } from "react";
import { FILE_TYPES } from "../../../shared/files/files.ts";
import type { ControlAttributes } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";

export interface FileInputProps {
  control: ControlAttributes;
  /** Whether React handles the chosen files. Before React runs, the form itself sends one file. */
  isLive: boolean;
  onFiles: (files: File[]) => void;
}

/** A file input. When React runs, it accepts several files, photos from the camera, and dropped files. */
export function FileInput({ control, isLive, onFiles }: FileInputProps) {
  const { uploads } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The person may have chosen a file before React ran.
    if (isLive && input.current) take(input.current, onFiles);
  }, [isLive, onFiles]);
  const changed = (event: ChangeEvent<HTMLInputElement>) => isLive && take(event.currentTarget, onFiles);
  return (
    <div className="upload-buttons">
      {/* The element is the same with and without React, so that the input keeps the chosen file. */}
      <label className={isLive ? "button quiet" : "contents"}>
        <input
          {...control}
          {...(isLive && { className: "visually-hidden" })}
          ref={input}
          type="file"
          accept={FILE_TYPES}
          multiple={isLive}
          required={false}
          onChange={changed}
        />
        {isLive && uploads.choose}
      </label>
      {isLive && (
        <label className="button quiet camera">
          <input
            className="visually-hidden"
            type="file"
            accept="image/*"
            capture="environment"
            onChange={changed}
          />
          {uploads.takePhoto}
        </label>
      )}
      {isLive && <span className="hint drop-here">{uploads.drop}</span>}
      {isLive && <span className="hint upload-tip">{uploads.tip}</span>}
    </div>
  );
}

/** Clears the input, because otherwise the form would send the files too. */
function take(input: HTMLInputElement, onFiles: (files: File[]) => void): void {
  const files = [...(input.files ?? [])];
  input.value = "";
  if (files.length > 0) onFiles(files);
}

/** The props of an element on which people can drop files. */
export function dropping(onFiles: (files: File[]) => void) {
  return {
    onDragOver(event: DragEvent) {
      if (event.dataTransfer.types.includes("Files")) event.preventDefault();
    },
    onDrop(event: DragEvent) {
      if (event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      onFiles([...event.dataTransfer.files]);
    },
  };
}
