import { FileName } from "../../ui/file-name.tsx";
import { useMessages } from "../../ui/messages.ts";
import type { Sending } from "../../page/upload-sending.ts";

export interface SendingPanelProps {
  sending: Sending;
  onPause: () => void;
  onResume: () => void;
  onCancel: () => void;
}

/** Shows the progress of a file, in bytes, with buttons to pause, resume and cancel. */
export function SendingPanel({ sending, onPause, onResume, onCancel }: SendingPanelProps) {
  const { uploads } = useMessages();
  const { file, sent, status } = sending;
  const isAllSent = sent === file.size && status === "going";
  const percent = Math.floor((sent / file.size) * 4) * 25;
  const stands = uploads.status[isAllSent ? "looking" : status];
  return (
    <div className="upload-sending">
      <p>
        <strong>
          <FileName>{file.name}</FileName>
        </strong>
      </p>
      <progress max={file.size} value={sent} aria-label={uploads.progress} />
      <p>
        {uploads.sent(sent, file.size)} · {stands}
      </p>
      {/* The progress is announced only at each quarter, so that a screen reader doesn't speak all the time. */}
      <p className="visually-hidden" role="status">
        {status === "going" && !isAllSent ? uploads.quarter(percent) : stands}
      </p>
      <div className="upload-buttons">
        {status === "going" && (
          <button type="button" className="quiet" onClick={onPause}>
            {uploads.pause}
          </button>
        )}
        {status !== "going" && (
          <button type="button" className="quiet" onClick={onResume}>
            {status === "paused" ? uploads.resume : uploads.retry}
          </button>
        )}
        <button type="button" className="plain" onClick={onCancel}>
          {uploads.cancel}
        </button>
      </div>
    </div>
  );
}
