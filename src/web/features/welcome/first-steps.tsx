import { Link } from "react-router";
import { standaloneKinds } from "../../../shared/kinds/index.ts";
import { welcomeMessages } from "../../../shared/messages/en-welcome.ts";
import { useMessages } from "../../ui/messages.ts";
import { CourseSheet, PaperSheet, UniversitySheet } from "./drawings.tsx";

const drawings = { university: UniversitySheet, follow: CourseSheet, add: PaperSheet };
export type Step = keyof typeof drawings;

export interface FirstStepsProps {
  /** The steps that the person has not done yet. */
  steps: Step[];
  /** A page with courses, of the person's department or university if they chose one. */
  courses: string;
}

/** Shows a new contributor the first steps. The first one that is left has the filled button. */
export function FirstSteps({ steps, courses }: FirstStepsProps) {
  const { steps: words } = useMessages(welcomeMessages);
  const add = standaloneKinds[0]?.pages.add;
  return (
    <ol className="welcome-steps" aria-label={words.label}>
      {steps.map((step, at) => {
        const Drawing = drawings[step];
        const { title, sentence, button } = words[step];
        const look = at === 0 ? "button" : "button quiet";
        return (
          <li key={step}>
            <Drawing />
            <h2>{title}</h2>
            <p>{sentence}</p>
            {step === "follow" ? (
              <a className={look} href={courses}>
                {button}
              </a>
            ) : (
              <Link
                className={look}
                to={step === "add" ? `/dashboard/${add}` : "/dashboard/choose-university"}
              >
                {button}
              </Link>
            )}
          </li>
        );
      })}
    </ol>
  );
}
