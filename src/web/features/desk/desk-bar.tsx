import type { ReactNode } from "react";
import { deskMessages } from "../../../shared/messages/en-desk.ts";
import { useMessages } from "../../ui/messages.ts";

interface DeskBarProps {
  /** Whether the page is the desk, and not the table, which has the title above it. */
  isLive: boolean;
  /** The menu of the admin area, and the account. */
  children: ReactNode;
}

/** The bar of the desk: the brand, the title and the menus. */
export function DeskBar({ isLive, children }: DeskBarProps) {
  const { product } = useMessages();
  const words = useMessages(deskMessages);
  return (
    <header className="desk-bar site-drops">
      <a className="desk-brand" href="/">
        {product}
        <span aria-hidden="true">.</span>
      </a>
      {isLive && <h1>{words.title}</h1>}
      <div className="desk-bar-menus">{children}</div>
    </header>
  );
}
