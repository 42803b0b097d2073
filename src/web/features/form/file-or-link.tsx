import type { ReactNode } from "react";
import { useMessages } from "../../ui/messages.ts";

/**
 * The two ways to add a file.
 * @param link the field for a link
 * @param children the control for a file
 */
export function FileOrLink({ link, children }: { link: ReactNode; children: ReactNode }) {
  const { fileOrLink } = useMessages();
  return (
    <fieldset className="file-or-link">
      <legend>{fileOrLink.title}</legend>
      {children}
      <div className="way">
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1" />
        </svg>
        {link}
      </div>
    </fieldset>
  );
}
