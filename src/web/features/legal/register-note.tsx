import { useMessages } from "../../ui/messages.ts";

/** The terms that a new account accepts, with their links. */
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
