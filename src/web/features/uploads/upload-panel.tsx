import { useMessages } from "../../ui/messages.ts";
import type { UploadSession, UploadState } from "./upload-session.ts";
import { PhotoList } from "./photo-list.tsx";
import { SendingPanel } from "./sending-panel.tsx";

interface JoiningPanelProps {
  /** The number of the current page. */
  page: number;
  pages: number;
  onCancel: () => void;
}

/** Shows the progress of joining photos to one PDF. */
function JoiningPanel({ page, pages, onCancel }: JoiningPanelProps) {
  const { uploads } = useMessages();
  const words = uploads.joining(page, pages);
  return (
    <div className="upload-sending">
      <progress max={pages} value={page - 1} aria-label={words} />
      <p role="status">{words}</p>
      <button type="button" className="plain" onClick={onCancel}>
        {uploads.cancel}
      </button>
    </div>
  );
}

export { createUploadSession } from "./upload-session.ts";

export interface UploadPanelProps {
  session: UploadSession;
  state: UploadState;
}

/** Shows the photos, or the progress of joining or sending them. */
export function UploadPanel({ session, state }: UploadPanelProps) {
  const { pages } = useMessages().uploads;
  const { photos, opening, isGrey, joining, sending, said } = state;
  if (sending)
    return (
      <SendingPanel
        sending={sending}
        onPause={session.pause}
        onResume={session.resume}
        onCancel={session.cancel}
      />
    );
  if (joining !== undefined)
    return <JoiningPanel page={joining} pages={photos.length} onCancel={session.stopJoining} />;
  return (
    <>
      {photos.length > 0 && (
        <>
          <PhotoList photos={photos} isGrey={isGrey} onChange={session.change} />
          <label className="check">
            <input
              type="checkbox"
              checked={isGrey}
              onChange={(event) => session.setGrey(event.target.checked)}
            />
            <span>{pages.grey}</span>
          </label>
          <div className="upload-buttons">
            <button type="button" disabled={opening > 0} onClick={() => void session.join()}>
              {pages.use(photos.length)}
            </button>
            <button type="button" className="plain" onClick={() => session.change({ do: "clear" })}>
              {pages.clear}
            </button>
          </div>
        </>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}
