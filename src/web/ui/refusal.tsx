import { ErrorSummary } from "./error-summary.tsx";

export interface RefusalProps {
  /** The attempt that failed, if one did. */
  attempt: { problems: Record<string, string>; message: string | undefined } | undefined;
}

/** Says why a button failed, if no field caused it. */
export function Refusal({ attempt }: RefusalProps) {
  return attempt ? (
    <ErrorSummary problems={{}} message={attempt.message ?? Object.values(attempt.problems)[0]} />
  ) : null;
}
