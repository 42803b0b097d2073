import { type ReactNode, type RefObject, useRef } from "react";
import { FILE_FIELD, FILE_TYPES } from "../../../shared/files/files.ts";
import type { Item, UploadedFile } from "../../page/context.ts";
import type { Attempt } from "../../page/forms.ts";
import { FormField } from "../../ui/form-field.tsx";
import { FileName } from "../../ui/file-name.tsx";
import { EarlyFiles } from "../../ui/early-files.ts";
import { useMessages } from "../../ui/messages.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { ACT, CONTINUE, FILE_CONTROL, LEAVE_OUT_CONTROL } from "./chosen-file.ts";
import type { FormStart } from "../../page/form-start.ts";

export interface FileFieldProps {
  attempt: Attempt | undefined;
  /** The edited item, with its file. */
  item: Item | undefined;
  /** The start of the form for a new item. */
  start?: FormStart | undefined;
  /**
   * Replaces the file input when React runs. The uploader sends the file while the person fills in the form,
   * and joins photos.
   */
  uploader?: ReactNode;
}

/**
 * An input for a file from the device. The form itself sends the file, so the input works without JavaScript.
 */
export function FileField({ attempt, item, start, uploader }: FileFieldProps) {
  const { fileOrLink, item: words } = useMessages();
  const kept = attempt?.file ?? start?.file;
  // The form shows the link of an item with a copy.
  const shown = item?.sourceUrl ? undefined : item?.file;
  const isLive = useHydrated() && uploader !== undefined;
  const early = useRef<File[]>([]);
  return (
    <div className={uploader === undefined ? "way" : "way file-or-link-upload"}>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M3 8h4l2-3h6l2 3h4v11H3zM12 17a4 4 0 1 0 0-8 4 4 0 0 0 0 8" />
      </svg>
      {shown && !kept && (
        <p>
          <a href={item?.downloadUrl}>{words.downloadOf(shown.size)}</a> {fileOrLink.shown}
        </p>
      )}
      {isLive ? (
        <EarlyFiles value={early}>{uploader}</EarlyFiles>
      ) : (
        <PlainFile attempt={attempt} kept={kept} isFirst={item === undefined} early={early} />
      )}
    </div>
  );
}

interface PlainFileProps {
  attempt: Attempt | undefined;
  kept: UploadedFile | undefined;
  /** Whether the form is for a new item, so that its fields can be filled in from the file. */
  isFirst: boolean;
  /** Receives the chosen files when the input goes. */
  early: RefObject<File[]>;
}

function PlainFile({ attempt, kept, isFirst, early }: PlainFileProps) {
  const { fileOrLink } = useMessages();
  return (
    <>
      <FormField
        name={FILE_FIELD}
        label={fileOrLink.file}
        hint={fileOrLink.fileHint}
        problem={attempt?.problems[FILE_FIELD]}
        isOneOfTwo
      >
        {/* The new key replaces the input after each stored file, so that the form does not send the same
            file again. */}
        {(control) => (
          <input
            {...control}
            key={kept?.key}
            ref={(input) => () => {
              early.current = [...(input?.files ?? [])];
            }}
            name={FILE_CONTROL}
            type="file"
            accept={FILE_TYPES}
          />
        )}
      </FormField>
      {isFirst && (
        <p className="file-or-link-continue">
          <button className="quiet" name={ACT} value={CONTINUE} formNoValidate>
            {fileOrLink.continue}
          </button>{" "}
          <span className="hint">{fileOrLink.continueHint}</span>
        </p>
      )}
      {kept && (
        <>
          <input type="hidden" name={FILE_FIELD} value={kept.key} />
          <p>
            <FileName>{fileOrLink.kept(kept.name, kept.size)}</FileName>
          </p>
          <label className="check">
            <input type="checkbox" name={LEAVE_OUT_CONTROL} value="yes" />
            {fileOrLink.leaveOut}
          </label>
        </>
      )}
    </>
  );
}
