import { useMessages } from "../../ui/messages.ts";
import type { Desk, DeskState } from "./desk.ts";
import { JoiningPanel } from "./joining-panel.tsx";
import { PhotoList } from "./photo-list.tsx";
import { SendingPanel } from "./sending-panel.tsx";

export { createDesk } from "./desk.ts";

export interface DeskPanelProps {
  desk: Desk;
  state: DeskState;
}

/** Shows what lies on the desk. */
export function DeskPanel({ desk, state }: DeskPanelProps) {
  const { pages } = useMessages().uploads;
  const { photos, opening, isGrey, joining, sending, said } = state;
  if (sending)
    return (
      <SendingPanel sending={sending} onPause={desk.pause} onResume={desk.resume} onCancel={desk.cancel} />
    );
  if (joining !== undefined)
    return <JoiningPanel page={joining} pages={photos.length} onCancel={desk.stopJoining} />;
  return (
    <>
      {photos.length > 0 && (
        <>
          <PhotoList photos={photos} isGrey={isGrey} onChange={desk.change} />
          <label className="check">
            <input
              type="checkbox"
              checked={isGrey}
              onChange={(event) => desk.setGrey(event.target.checked)}
            />
            <span>{pages.grey}</span>
          </label>
          <div className="upload-buttons">
            <button type="button" disabled={opening > 0} onClick={() => void desk.join()}>
              {pages.use}
            </button>
            <button type="button" className="plain" onClick={() => desk.change({ do: "clear" })}>
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
