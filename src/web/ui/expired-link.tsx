import type { ReactNode } from "react";
import { SheetPage } from "./sheet.tsx";

/** A mailed link that no longer works. @param children links to go on */
export function ExpiredLink({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <SheetPage title={title} failed>
      <p>{hint}</p>
      <p>{children}</p>
    </SheetPage>
  );
}
