import { ErrorSummary } from "./error-summary.tsx";

export interface RefusalProps {
  /** The attempt that failed, if one did. */
  attempt: { problems: Record<string, string>; message: string | undefined } | undefined;
}

/** Says why nothing came of a button, where there is no field to blame. */
export function Refusal({ attempt }: RefusalProps) {
  return attempt ? (
    <ErrorSummary problems={{}} message={attempt.message ?? Object.values(attempt.problems)[0]} />
  ) : null;
}
