import { type ReactNode, useEffect, useRef } from "react";

/**
 * The heading of the next step on the same page. The heading gets the focus, because the button of the
 * previous step was removed.
 */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 tabIndex={-1} ref={heading}>
      {children}
    </h1>
  );
}
