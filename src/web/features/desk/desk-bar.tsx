import { Avatar } from "../../ui/avatar.tsx";
import { useMessages } from "../../ui/messages.ts";
import { useDeskMessages } from "./desk-messages.ts";

/** The bar of the desk: the brand, the title, and the way back to the admin area. */
export function DeskBar({ reader }: { reader: { name: string; photoURL: string | null } }) {
  const { product, queue } = useMessages();
  const words = useDeskMessages();
  return (
    <header className="desk-bar">
      <a className="site-brand" href="/">
        {product}
        <span aria-hidden="true">.</span>
      </a>
      <h1>{queue.title}</h1>
      <a href="/admin-dashboard">{words.panel}</a>
      <span className="desk-reader">
        <Avatar {...reader} />
        <span className="visually-hidden">{reader.name}</span>
      </span>
    </header>
  );
}
