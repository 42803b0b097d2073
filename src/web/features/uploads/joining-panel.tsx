import { useMessages } from "../../ui/messages.ts";

export interface JoiningPanelProps {
  /** The number of the page in work, and of all pages. */
  page: number;
  pages: number;
  onCancel: () => void;
}

/** The progress of photos that become one PDF. */
export function JoiningPanel({ page, pages, onCancel }: JoiningPanelProps) {
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
