import { NavLink, useLocation } from "react-router";
import { closePopover } from "../../ui/close-popover.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";
import { MenuIcon } from "./icons.tsx";

export interface SideMenuProps {
  title: string;
  label: string;
  /** The entries above the groups, which are always visible. */
  entries: MenuEntry[];
  groups: MenuGroup[];
  /** The group that is open on a page of no group: its index. */
  usual?: number;
  /** Whether the menu is a popover below its button at any width. */
  isDrop?: boolean;
}

export interface MenuGroup {
  name: string;
  entries: MenuEntry[];
}

export interface MenuEntry {
  to: string;
  label: string;
  /** How many items the page of this entry has, or how many wait there. We don't show 0. */
  count?: number | undefined;
  /** Whether the closed group adds this count to its own number, because someone has to do something. */
  isWaiting?: boolean;
  /** The page that adds an item to the page of this entry. */
  add?: { to: string; label: string };
  /** The addresses of further pages of this entry that are not below `to`. */
  pages?: string[];
}

/**
 * The menu of an area. It marks the current entry, and is at most one screen high, because only one group is open. On a
 * phone, a button with the name of this entry opens the menu as a popover. Nothing needs JavaScript.
 */
export function SideMenu({ title, label, entries, groups, usual = 0, isDrop = false }: SideMenuProps) {
  const path = useLocation().pathname.replace(/\/$/, "");
  const { frame } = useMessages();
  const isHere = ({ to, add, pages = [] }: MenuEntry) =>
    isBelow(path, to) || [add?.to, ...pages].includes(path);
  const open = [...entries, ...groups.flatMap((group) => group.entries)].find(isHere);
  const own = groups.findIndex((group) => group.entries.some(isHere));
  const current = own === -1 ? usual : own;
  return (
    <nav className={isDrop ? "site-menu site-menu-drop" : "site-menu"} aria-label={label}>
      <h2 className="visually-hidden">{title}</h2>
      <button type="button" className="quiet" popoverTarget="area-menu">
        {isDrop ? (
          <>
            <MenuIcon />
            <span className="site-menu-name">{label}</span>
          </>
        ) : (
          <>
            <span>
              {open && <span className="visually-hidden">{label}: </span>}
              {open?.label ?? label}
            </span>
            <span className="site-menu-word" aria-hidden="true">
              {frame.openMenu}
            </span>
          </>
        )}
      </button>
      <div className="in-place" id="area-menu" popover="auto">
        <Entries entries={entries} />
        {groups.map(({ name, entries: inGroup }, at) => (
          <details key={name} name="area-menu" open={at === current}>
            <summary>
              {name}
              <Count of={sumOf(inGroup)} />
            </summary>
            <Entries entries={inGroup} />
          </details>
        ))}
      </div>
    </nav>
  );
}

/** Returns true if `path` is this page or a page below it. The first page of an area counts alone, because all pages are below it. */
const isBelow = (path: string, to: string): boolean =>
  path === to || (to.lastIndexOf("/") > 0 && path.startsWith(`${to}/`));

const sumOf = (entries: MenuEntry[]): number =>
  entries.reduce((sum, { count = 0, isWaiting }) => sum + (isWaiting ? count : 0), 0);

function Count({ of }: { of: number | undefined }) {
  const locale = useLocale();
  return of ? <span className="site-menu-count">{of.toLocaleString(locale)}</span> : null;
}

function Entries({ entries }: { entries: MenuEntry[] }) {
  return (
    <ul>
      {entries.map(({ to, label, count, add }) => (
        <li key={to}>
          <NavLink to={to} end onClick={closePopover}>
            {label} <Count of={count} />
          </NavLink>
          {add && (
            <NavLink className="site-menu-add" to={add.to} end onClick={closePopover}>
              <span className="visually-hidden">{add.label}</span>
            </NavLink>
          )}
        </li>
      ))}
    </ul>
  );
}
