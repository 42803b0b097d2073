import type { ReactNode } from "react";

/** Says why a page has no content. @param props `children` is a link to the next step */
export function Empty({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p>{text}</p>
      {children}
    </div>
  );
}
