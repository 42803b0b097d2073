import { useEffect } from "react";
import { deleteDrafts } from "./drafts.ts";
import { useMessages } from "./messages.ts";

export interface ToastProps {
  title: string;
  detail: string;
  /** The key of the draft that is sent now, or the beginning of several that are to go. */
  sent?: string | undefined;
}

/**
 * What has just happened; announced by screen readers when the page opens. A dialog that is open from the start, since
 * the browser closes it without a script.
 */
export function ToastMessage({ title, detail, sent }: ToastProps) {
  const { frame } = useMessages();
  useEffect(() => {
    if (sent) deleteDrafts(sent);
  }, [sent]);
  return (
    <dialog open className="toast" aria-label={frame.notice} data-sent={sent}>
      <div role="status">
        <strong>{title}</strong> <span>{detail}</span>
      </div>
      <form method="dialog">
        <button className="plain" aria-label={frame.dismiss}>
          <span aria-hidden="true">×</span>
        </button>
      </form>
    </dialog>
  );
}
