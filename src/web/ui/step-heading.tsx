import { type ReactNode, useEffect, useRef } from "react";

/** The heading of what a form has led to on its own page; takes the focus that the form's button had. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 tabIndex={-1} ref={heading}>
      {children}
    </h1>
  );
}
