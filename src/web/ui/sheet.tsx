import type { ReactNode } from "react";
import { PageTitle } from "./page-title.tsx";

export interface SheetProps {
  /** The title of the document, also used as the heading. */
  title: string;
  /** A heading that differs from the title. */
  heading?: ReactNode;
  /** Whether the last attempt failed. */
  failed?: boolean;
  children: ReactNode;
}

/** A short form or message on a sheet in the middle of the page. */
export function Sheet({ title, heading = <h1>{title}</h1>, failed = false, children }: SheetProps) {
  return (
    <div className="form-sheet">
      <PageTitle title={title} failed={failed} />
      {heading}
      {children}
    </div>
  );
}

/** A sheet as the only content of a page without a side menu. */
export function SheetPage(props: SheetProps) {
  return (
    <main id="main" className="page">
      <Sheet {...props} />
    </main>
  );
}
