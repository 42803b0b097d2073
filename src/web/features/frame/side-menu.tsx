import { NavLink, useLocation } from "react-router";
import { closePopover } from "../../ui/close-popover.ts";
import { useLocale } from "../../ui/messages.ts";
import { MenuIcon } from "./icons.tsx";

export interface SideMenuProps {
  title: string;
  label: string;
  entries: MenuEntry[];
}

export interface MenuEntry {
  to: string;
  label: string;
  /** How many items are waiting on the page of this entry. */
  count?: number;
}

/**
 * The menu of an area. It marks the current entry. On a phone, a button with the name of this entry opens the
 * menu as a popover, which needs no JavaScript.
 */
export function SideMenu({ title, label, entries }: SideMenuProps) {
  const { pathname } = useLocation();
  const locale = useLocale();
  const open = entries.find(({ to }) => to === pathname.replace(/\/$/, ""));
  return (
    <nav className="site-menu" aria-label={label}>
      <h2>{title}</h2>
      <button type="button" className="quiet" popoverTarget="area-menu">
        <MenuIcon />
        {open && <span className="visually-hidden">{label}: </span>}
        {open?.label ?? label}
      </button>
      <ul className="in-place" id="area-menu" popover="auto">
        {entries.map((entry) => (
          <li key={entry.to}>
            <NavLink to={entry.to} end onClick={closePopover}>
              {entry.label}
              {entry.count ? ` (${entry.count.toLocaleString(locale)})` : ""}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
