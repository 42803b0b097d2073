import type { ReactNode } from "react";

/** What a page without content says. @param props `children` is a link to the next step */
export function Empty({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p>{text}</p>
      {children}
    </div>
  );
}
