import { useMessages } from "../../ui/messages.ts";

/** Says that a person who signs up accepts the terms, with links to the terms. */
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
