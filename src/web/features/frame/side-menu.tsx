import { NavLink } from "react-router";

export interface SideMenuProps {
  title: string;
  label: string;
  entries: MenuEntry[];
}

export interface MenuEntry {
  to: string;
  label: string;
  /** How much waits there. */
  count?: number;
}

/** The menu beside an area's content; says which entry is open. */
export function SideMenu({ title, label, entries }: SideMenuProps) {
  return (
    <nav className="side-menu" aria-label={label}>
      <h2>{title}</h2>
      <ul>
        {entries.map((entry) => (
          <li key={entry.to}>
            <NavLink to={entry.to} end>
              {entry.label}
              {entry.count ? ` (${entry.count.toLocaleString("en")})` : ""}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
