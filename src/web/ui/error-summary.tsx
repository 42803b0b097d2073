import { type MouseEvent, useEffect, useRef } from "react";
import { useMessages } from "./messages.ts";

export interface ErrorSummaryProps {
  /** The problem of each field, in the same words as next to the field. */
  problems: Record<string, string>;
  message?: string | undefined;
}

/** Lists the fields with problems at the top of a form, with links to them, and takes the focus. */
export function ErrorSummary({ problems, message }: ErrorSummaryProps) {
  const { form } = useMessages();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [problems, message]);
  const entries = Object.entries(problems);
  if (entries.length === 0 && !message) return null;
  return (
    // The focus belongs here. `autoFocus` sets it on a page without scripts.
    // oxlint-disable-next-line jsx-a11y/no-autofocus
    <div className="error-summary" role="alert" tabIndex={-1} ref={box} autoFocus>
      <h2>{message ?? form.summary}</h2>
      <ul>
        {entries.map(([name, problem]) => (
          <li key={name}>
            <a href={`#${name}`} onClick={(event) => focusField(event, name)}>
              {problem}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * With React, the link can't do this: the router would treat the fragment as a navigation and drop the
 * problems.
 */
function focusField(event: MouseEvent, name: string) {
  const field = document.getElementById(name);
  if (!field) return;
  event.preventDefault();
  field.focus();
}
