import { useMessages } from "../../ui/messages.ts";

export interface JoiningPanelProps {
  /** The number of the current page. */
  page: number;
  pages: number;
  onCancel: () => void;
}

/** Shows the progress of joining photos to one PDF. */
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
