import { useEffect, useRef } from "react";
import { attachDraft } from "./attach-draft.ts";
import { useMessages } from "./messages.ts";
import { useHydrated } from "./use-hydrated.ts";

export interface DraftNoteProps {
  /** The draft's key, which names the person and the form. */
  draft: string;
  /** The form came back with the typed values. */
  isRefused: boolean;
}

/** Inside a form: keeps typed text through a reload and a login, and says when it restored something. */
export function DraftNote({ draft, isRefused }: DraftNoteProps) {
  const { form } = useMessages();
  const note = useRef<HTMLDivElement>(null);
  // Only after React has rendered all fields: the draft would lose the others.
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
