import type { ReactNode } from "react";
import { Link } from "react-router";

export interface Step {
  title: string;
  sentence: string;
  /** The text of the link. */
  button: string;
  href: string;
  /** Whether the link leads to a page outside the dashboard and the admin area. */
  isPublic?: boolean;
  drawing: ReactNode;
}

/** Shows the first steps of a new contributor or admin. The first one that is left has the filled button. */
export function FirstSteps({ label, steps }: { label: string; steps: Step[] }) {
  return (
    <ol className="welcome-steps" aria-label={label}>
      {steps.map(({ title, sentence, button, href, isPublic = false, drawing }, at) => {
        const look = at === 0 ? "button" : "button quiet";
        return (
          <li key={title}>
            {drawing}
            <h2>{title}</h2>
            <p>{sentence}</p>
            {isPublic ? (
              <a className={look} href={href}>
                {button}
              </a>
            ) : (
              <Link className={look} to={href}>
                {button}
              </Link>
            )}
          </li>
        );
      })}
    </ol>
  );
}
