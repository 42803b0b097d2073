import type { ReactNode } from "react";
import { SheetPage } from "./sheet.tsx";

/** A mailed link that works no more. @param children where to go instead */
export function ExpiredLink({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <SheetPage title={title} failed>
      <p>{hint}</p>
      <p>{children}</p>
    </SheetPage>
  );
}
