import type { ReactNode } from "react";
import { PageTitle } from "./page-title.tsx";

export interface SheetProps {
  /** Of the document, and the heading. */
  title: string;
  /** In place of the heading that says the title. */
  heading?: ReactNode;
  /** Whether it shows an attempt that failed. */
  failed?: boolean;
  children: ReactNode;
}

/** A short form, or the few lines that answer one, on a sheet of the exam script in the middle of its page. */
export function Sheet({ title, heading = <h1>{title}</h1>, failed = false, children }: SheetProps) {
  return (
    <div className="form-sheet">
      <PageTitle title={title} failed={failed} />
      {heading}
      {children}
    </div>
  );
}

/** The same as the whole content of a page that has no menu beside it. */
export function SheetPage(props: SheetProps) {
  return (
    <main id="main" className="page">
      <Sheet {...props} />
    </main>
  );
}
