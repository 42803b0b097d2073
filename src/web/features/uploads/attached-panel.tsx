import { FileName } from "../../ui/file-name.tsx";
import { useMessages } from "../../ui/messages.ts";
import { FILE_FIELD, THUMBNAIL } from "../../../shared/files/files.ts";
import type { AttachedFile } from "../../page/attached-file.ts";

export interface UnknownPanelProps {
  onAgain: () => void;
  onRemove: () => void;
}

/** The panel for a form that has the key of a file, if the server didn't respond. */
export function UnknownPanel({ onAgain, onRemove }: UnknownPanelProps) {
  const { uploads } = useMessages();
  return (
    <div className="upload-attached" id={FILE_FIELD} tabIndex={-1}>
      <div>
        <strong>{uploads.heldBefore}</strong>
        <p role="status">{uploads.unknown}</p>
        <div className="upload-buttons">
          <button type="button" className="quiet" onClick={onAgain}>
            {uploads.retry}
          </button>
          <button type="button" className="plain" onClick={onRemove}>
            {uploads.other}
          </button>
        </div>
      </div>
    </div>
  );
}

export function AttachedPanel({ file, onRemove }: { file: AttachedFile; onRemove: () => void }) {
  const { uploads } = useMessages();
  const { key, name = uploads.heldBefore, size, pages } = file;
  const facts = [uploads.size(size), pages && uploads.pageCount(pages)].filter(Boolean);
  return (
    <div className="upload-attached" id={FILE_FIELD} tabIndex={-1}>
      {pages !== 0 && (
        <img
          src={`/files/${key}/pages/1?width=${THUMBNAIL}`}
          alt={uploads.firstPage}
          width={72}
          height={41}
          // After a reload, we don't know whether the file has page images. A DOCX has none.
          onError={({ currentTarget }) => (currentTarget.hidden = true)}
        />
      )}
      <div>
        <strong>
          <FileName>{name}</FileName>
        </strong>
        <p>
          <span aria-hidden="true">✓</span> {uploads.attached} · {facts.join(" · ")}
        </p>
        <button type="button" className="quiet" onClick={onRemove}>
          {uploads.other}
        </button>
      </div>
    </div>
  );
}
