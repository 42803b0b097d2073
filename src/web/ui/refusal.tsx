import { ErrorSummary } from "./error-summary.tsx";

export interface RefusalProps {
  /** The last attempt, if it failed. */
  attempt: { problems: Record<string, string>; message: string | undefined } | undefined;
}

/** Shows why an action failed, if no field caused it. */
export function Refusal({ attempt }: RefusalProps) {
  return attempt ? (
    <ErrorSummary problems={{}} message={attempt.message ?? Object.values(attempt.problems)[0]} />
  ) : null;
}
