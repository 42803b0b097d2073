import type { ReactNode } from "react";
import { SheetPage } from "./sheet.tsx";

/**
 * The page of a mailed link that no longer works.
 * @param children links to the next steps
 */
export function ExpiredLink({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <SheetPage title={title} failed>
      <p>{hint}</p>
      <p>{children}</p>
    </SheetPage>
  );
}
