import suggestions from "../../islands/suggest.ts?worker&url";
import { standaloneKinds } from "../../../shared/kinds/index.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { useLocale, useMessages } from "../../ui/messages.ts";
import { BellIcon, MenuIcon, SearchIcon } from "./icons.tsx";
import { SearchForm } from "./search-form.tsx";

export interface Reader {
  displayName: string;
  email: string;
  photoURL: string | null;
  /** The number of unread notices; counting stops at 100. */
  unread: number;
}

export interface HeaderProps {
  reader: Reader | undefined;
  isAdmin: boolean;
  /** The path of this page. The menu marks it. */
  path: string;
}

/**
 * Brand, menu, search and account (spec §2). On a narrow screen, parts are popovers, which need no
 * JavaScript. A browser without popovers shows them as part of the page.
 */
export function Header({ reader, isAdmin, path }: HeaderProps) {
  const { product, searchPage, suggestion, frame } = useMessages();
  return (
    <header className="site-header">
      <div className="site-bar">
        <a className="site-brand" href="/">
          {product}
          <span aria-hidden="true">.</span>
        </a>
        <nav className="in-place" id="menu" popover="auto" aria-label={frame.menu}>
          <ul>
            {useEntries().map((entry) => (
              <Entry key={entry.href} {...entry} path={path} />
            ))}
            {isAdmin && <AdminEntry path={path} />}
          </ul>
        </nav>
        <div className="site-search">
          <SearchForm />
        </div>
        <button className="site-button site-search-button" type="button" popoverTarget="search">
          <SearchIcon />
          <span className="visually-hidden">{frame.search}</span>
        </button>
        <div id="search" popover="auto">
          <SearchForm take />
        </div>
        <p
          id="suggested"
          role="status"
          className="visually-hidden"
          data-name={searchPage.suggestions}
          data-one={searchPage.suggested(1)}
          data-many={searchPage.suggested("{count}")}
          data-search={suggestion.searchFor("{text}")}
        />
        <ReaderMenu reader={reader} />
        <button className="site-button site-menu-button" type="button" popoverTarget="menu">
          <MenuIcon />
          <span className="visually-hidden">{frame.openMenu}</span>
        </button>
        <script type="module" src={suggestions} />
      </div>
    </header>
  );
}

interface MenuEntry {
  href: string;
  label: string;
}

function Entry({ href, label, path }: MenuEntry & { path: string }) {
  return (
    <li>
      <a href={href} aria-current={href === path ? "page" : undefined}>
        {label}
      </a>
    </li>
  );
}

/** The last entry of the header menu, only for moderators and admins. */
export function AdminEntry({ path }: { path: string }) {
  return <Entry href="/admin-dashboard" label={useMessages().frame.adminDashboard} path={path} />;
}

/** The entries of the header menu for everybody, in the order of the specification. */
function useEntries(): MenuEntry[] {
  const { frame } = useMessages();
  const locale = useLocale();
  return [
    ...standaloneKinds.map(({ pages, words }) => ({
      href: pages.lists[0] as string,
      label: words[locale].menu,
    })),
    { href: "/contact", label: frame.contact },
  ];
}

/**
 * The bell with the count of unread notices, and the profile photo. The photo opens a menu with Dashboard and Log Out. Visitors
 * get a link to the login.
 */
export function ReaderMenu({ reader }: { reader: Reader | undefined }) {
  const { frame } = useMessages();
  if (!reader)
    return (
      <a className="site-sign-in" href="/login">
        {frame.login}
      </a>
    );
  return (
    <>
      <a className="site-bell" href="/dashboard/notices">
        <BellIcon />
        {reader.unread > 0 && <span aria-hidden="true">{reader.unread > 99 ? "99+" : reader.unread}</span>}
        <span className="visually-hidden">
          {reader.unread > 0 ? frame.unreadNotices(reader.unread) : frame.notices}
        </span>
      </a>
      <button className="site-button" type="button" popoverTarget="reader">
        <Avatar name={reader.displayName} photoURL={reader.photoURL} />
        <span className="visually-hidden">{frame.account(reader.displayName)}</span>
      </button>
      <div className="site-reader" id="reader" popover="auto">
        <p>{reader.displayName}</p>
        <a href="/dashboard">{frame.dashboard}</a>
        <form method="post" action="/logout">
          <button className="plain">{frame.logout}</button>
        </form>
      </div>
    </>
  );
}
