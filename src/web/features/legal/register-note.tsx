import { useMessages } from "../../ui/messages.ts";

/** What one accepts by registering, and where it stands. */
export function RegisterNote() {
  const { registerNote } = useMessages();
  return (
    <p>
      {registerNote.before}
      <a href="/terms">{registerNote.terms}</a>
      {registerNote.between}
      <a href="/privacy">{registerNote.privacy}</a>
      {registerNote.after}
    </p>
  );
}
