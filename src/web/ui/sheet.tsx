import type { ReactNode } from "react";
import { PageTitle } from "./page-title.tsx";

export interface SheetProps {
  /** Of the document, and the heading. */
  title: string;
  /** Replaces the heading with the title. */
  heading?: ReactNode;
  /** Whether it shows a failed attempt. */
  failed?: boolean;
  children: ReactNode;
}

/** A short form, or the few lines that answer it, on a sheet of the exam script in the middle of the page. */
export function Sheet({ title, heading = <h1>{title}</h1>, failed = false, children }: SheetProps) {
  return (
    <div className="form-sheet">
      <PageTitle title={title} failed={failed} />
      {heading}
      {children}
    </div>
  );
}

/** A sheet as the whole content of a page without a side menu. */
export function SheetPage(props: SheetProps) {
  return (
    <main id="main" className="page">
      <Sheet {...props} />
    </main>
  );
}
