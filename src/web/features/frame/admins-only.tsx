import { useMessages } from "../../ui/messages.ts";
import { SheetPage } from "../../ui/sheet.tsx";

/**
 * The page that a logged-in student sees instead of the admin area.
 * @param email the email of their account
 */
export function AdminsOnly({ email }: { email: string | undefined }) {
  const { adminsOnly, frame, wrong } = useMessages();
  return (
    <SheetPage title={adminsOnly.title}>
      <p>{adminsOnly.sentence(email)}</p>
      <p>
        <a className="button" href="/home">
          {wrong.home}
        </a>
      </p>
      <form method="post" action="/logout">
        <button className="quiet">{frame.logout}</button>
      </form>
    </SheetPage>
  );
}
