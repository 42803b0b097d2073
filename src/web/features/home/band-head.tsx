import type { ReactNode } from "react";

export interface BandHeadProps {
  /** The id of the heading, which names the band. */
  id: string;
  title: string;
  /** A link to the whole list. */
  children?: ReactNode;
}

/** The heading of a part of the home page, with a link to the whole list beside it. */
export function BandHead({ id, title, children }: BandHeadProps) {
  return (
    <div className="home-head">
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  );
}
