import { useEffect, useRef } from "react";
import { attachDraft } from "./attach-draft.ts";
import { useMessages } from "./messages.ts";
import { useHydrated } from "./use-hydrated.ts";

export interface DraftNoteProps {
  /** The key of the draft. It names the person and the form. */
  draft: string;
  /** Whether the form was refused and shows the typed values. */
  isRefused: boolean;
}

/** Keeps the typed text of its form during a reload or a login, and shows a message if text was restored. */
export function DraftNote({ draft, isRefused }: DraftNoteProps) {
  const { form } = useMessages();
  const note = useRef<HTMLDivElement>(null);
  // Waits until React has rendered all fields; otherwise the draft would lose some of them.
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
