import { useEffect, useRef } from "react";
import { attachDraft } from "./attach-draft.ts";
import { useMessages } from "./messages.ts";
import { useHydrated } from "./use-hydrated.ts";

export interface DraftNoteProps {
  /** The draft's key, which names the person and the form. */
  draft: string;
  /** The form came back with what was typed in it. */
  isRefused: boolean;
}

/** Inside a form: keeps what is typed through a reload and a sign-in, and says when it brought something back. */
export function DraftNote({ draft, isRefused }: DraftNoteProps) {
  const { form } = useMessages();
  const note = useRef<HTMLDivElement>(null);
  // Not before the fields that only React draws are in the form: what the draft holds of them would be lost.
  const isWhole = useHydrated();
  useEffect(() => (note.current && isWhole ? attachDraft(note.current) : undefined), [draft, isWhole]);
  return (
    <div ref={note} role="status" data-draft={draft} data-refused={isRefused || undefined}>
      <p className="restored" hidden>
        {form.draftRestored} ·{" "}
        <button type="button" className="plain">
          {form.draftDiscard}
        </button>
      </p>
      <p className="discarded" hidden>
        {form.draftDiscarded}
      </p>
    </div>
  );
}
