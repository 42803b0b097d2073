import { deskMessages } from "../../../shared/messages/en-desk.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { useMessages } from "../../ui/messages.ts";

interface DeskBarProps {
  reader: { name: string; photoURL: string | null };
  /** Whether the page is the desk, and not the table, which has the title above it. */
  isLive: boolean;
}

/** The bar of the desk: the brand, the title, and the way back to the admin area. */
export function DeskBar({ reader, isLive }: DeskBarProps) {
  const { product, queue } = useMessages();
  const words = useMessages(deskMessages);
  return (
    <header className="desk-bar">
      <a className="desk-brand" href="/">
        {product}
        <span aria-hidden="true">.</span>
      </a>
      {isLive && <h1>{queue.title}</h1>}
      <a href="/admin-dashboard">{words.panel}</a>
      <span className="desk-reader">
        <Avatar {...reader} />
        <span className="visually-hidden">{reader.name}</span>
      </span>
    </header>
  );
}
