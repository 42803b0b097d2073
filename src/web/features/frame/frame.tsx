import type { ReactNode } from "react";
import { useLocation } from "react-router";
import type { Theme } from "../../../shared/theme.ts";
import type { Toast } from "../../context.ts";
import { useMessages } from "../../ui/messages.ts";
import { ToastMessage } from "../../ui/toast.tsx";
import { Footer } from "./footer.tsx";
import { Header, type Reader } from "./header.tsx";

export interface FrameProps {
  reader: Reader | undefined;
  isAdmin: boolean;
  theme: Theme;
  toast: Toast | undefined;
  children: ReactNode;
}

/** Header, content and footer of every page (spec §2). */
export function Frame({ reader, isAdmin, theme, toast, children }: FrameProps) {
  const { frame } = useMessages();
  const { pathname, search } = useLocation();
  return (
    <>
      <a className="skip" href="#main">
        {frame.skip}
      </a>
      <Header reader={reader} isAdmin={isAdmin} path={pathname} />
      {toast && <ToastMessage {...toast} />}
      {children}
      <Footer theme={theme} from={pathname + search} />
    </>
  );
}
