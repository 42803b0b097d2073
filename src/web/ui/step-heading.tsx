import { type ReactNode, useEffect, useRef } from "react";

/**
 * The heading of the next step on the same page. It gets the focus, because the button of the last step is
 * gone.
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
