import type { ReactNode } from "react";
import { standaloneKinds } from "../../../shared/kinds/index.ts";
import type { Toast } from "../../context.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { useLocale, useMessages } from "../../ui/messages.ts";
import { ToastMessage } from "../../ui/toast.tsx";

export interface FrameProps {
  reader: { displayName: string; email: string; photoURL: string | null } | undefined;
  isAdmin: boolean;
  toast: Toast | undefined;
  children: ReactNode;
}

/** Header, content and footer of every page (spec §2). */
export function Frame({ reader, isAdmin, toast, children }: FrameProps) {
  const messages = useMessages();
  const { frame, product } = messages;
  const locale = useLocale();
  return (
    <>
      <a className="skip" href="#main">
        {frame.skip}
      </a>
      <header className="site-header">
        <div className="bar">
          <a className="brand" href="/">
            {product}
            <span aria-hidden="true">.</span>
          </a>
          <nav aria-label={frame.menu}>
            <ul>
              {standaloneKinds.map((kind) => (
                <li key={kind.name}>
                  <a href={kind.pages.lists[0]}>{kind.words[locale].menu}</a>
                </li>
              ))}
              <li>
                <a href="/contact">{frame.contact}</a>
              </li>
              {isAdmin && (
                <li>
                  <a href="/admin-dashboard">{frame.adminDashboard}</a>
                </li>
              )}
            </ul>
          </nav>
          {reader ? <ReaderMenu reader={reader} /> : <a href="/login">{frame.login}</a>}
        </div>
      </header>
      {toast && <ToastMessage {...toast} />}
      {children}
      <footer className="site-footer">
        <div className="bar">
          <a href="/find-questions">{frame.findQuestions}</a>
          <a href="/forum">{frame.forum}</a>
          <a href="/contact">{frame.contact}</a>
          <a href="/api/docs">{frame.api}</a>
          <p>{frame.copyright(new Date().getFullYear())}</p>
        </div>
      </footer>
    </>
  );
}

/** The profile photo that opens Dashboard and Log Out; a `details`, so that it works without JavaScript. */
function ReaderMenu({ reader }: { reader: NonNullable<FrameProps["reader"]> }) {
  const { frame } = useMessages();
  return (
    <details className="reader-menu">
      <summary>
        <Avatar name={reader.displayName} photoURL={reader.photoURL} />
        <span className="visually-hidden">{frame.account(reader.displayName)}</span>
      </summary>
      <div className="menu">
        <p>{reader.displayName}</p>
        <a href="/dashboard">{frame.dashboard}</a>
        <form method="post" action="/logout">
          <button className="plain">{frame.logout}</button>
        </form>
      </div>
    </details>
  );
}
