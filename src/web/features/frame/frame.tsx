import { type ReactNode, useState } from "react";
import { useLocation, useNavigation } from "react-router";
// Vite replaces this import with the address of the script, which has no exports.
// oxlint-disable-next-line import/default
import deleteDrafts from "../../islands/delete-drafts.ts?worker&url";
import type { Theme } from "../../../shared/people/theme.ts";
import type { Toast } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";
import { ToastMessage } from "../../ui/toast.tsx";
import { Footer, ShortFooter } from "./footer.tsx";
import { Header, type Reader } from "./header.tsx";

export interface FrameProps {
  reader: Reader | undefined;
  isAdmin: boolean;
  theme: Theme;
  toast: Toast | undefined;
  /** Whether the footer is one line. */
  isShort: boolean;
  children: ReactNode;
}

/**
 * The toast, until the person sends another form. If that form fails, an earlier success message would be
 * misleading.
 */
function useUntilNextAct(toast: Toast | undefined): Toast | undefined {
  const [past, setPast] = useState<Toast>();
  const { formMethod = "GET" } = useNavigation();
  if (toast && toast !== past && formMethod !== "GET") setPast(toast);
  return toast === past ? undefined : toast;
}

/** The header, content and footer of every page (spec §2). */
export function Frame({ reader, isAdmin, theme, isShort, children, ...props }: FrameProps) {
  const { frame } = useMessages();
  const toast = useUntilNextAct(props.toast);
  const { pathname, search, key } = useLocation();
  return (
    <>
      <a className="skip" href="#main">
        {frame.skip}
      </a>
      <Header reader={reader} isAdmin={isAdmin} path={pathname} />
      {/* With this key, each page gets a new toast element, so that a closed toast stays closed. */}
      {toast && <ToastMessage {...toast} key={key} />}
      {toast?.sent && <script type="module" src={deleteDrafts} />}
      {children}
      {isShort ? (
        <ShortFooter theme={theme} from={pathname + search} />
      ) : (
        <Footer theme={theme} from={pathname + search} />
      )}
    </>
  );
}
