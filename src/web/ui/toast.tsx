import { useEffect } from "react";
import { deleteSent } from "./drafts.ts";
import { useMessages } from "./messages.ts";

export interface ToastProps {
  title: string;
  detail: string;
  /** The key of the sent draft, or the common beginning of several drafts to delete. */
  sent?: string | undefined;
}

/**
 * The result of the last action. Screen readers announce it when the page opens. The toast is an open dialog,
 * because the browser can close a dialog without a script.
 */
export function ToastMessage({ title, detail, sent }: ToastProps) {
  const { frame } = useMessages();
  useEffect(() => {
    if (sent) deleteSent(sent);
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
