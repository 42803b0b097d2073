import type { ReactNode } from "react";
import { PageTitle } from "./page-title.tsx";

/** A mailed link that works no more. @param children where to go instead */
export function ExpiredLink({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <main id="main" className="page narrow">
      <PageTitle title={title} failed />
      <h1>{title}</h1>
      <p>{hint}</p>
      <p>{children}</p>
    </main>
  );
}
