import type { ReactNode } from "react";
import { useMessages } from "../../ui/messages.ts";

/** The two ways to give a file. @param children the field that takes a link */
export function Doors({ children }: { children: ReactNode }) {
  const { doors } = useMessages();
  return (
    <fieldset className="doors">
      <legend>{doors.title}</legend>
      <div className="door">
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1" />
        </svg>
        {children}
      </div>
      {/* Here stands what takes a file, once there is one; until then a dead control would promise too much. */}
      <div className="door later">
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M3 8h4l2-3h6l2 3h4v11H3zM12 17a4 4 0 1 0 0-8 4 4 0 0 0 0 8" />
        </svg>
        <div className="field">
          <strong>{doors.file}</strong>
          <p className="hint">{doors.fileLater}</p>
        </div>
      </div>
    </fieldset>
  );
}
