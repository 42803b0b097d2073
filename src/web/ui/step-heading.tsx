import { type ReactNode, useEffect, useRef } from "react";

/** The heading of a form's next step on the same page; it takes the focus of the form's button. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 tabIndex={-1} ref={heading}>
      {children}
    </h1>
  );
}
