import { invalid } from "../../../shared/errors.ts";

/**
 * The reason that a page asks for where it takes something from its contributor; a call may go without.
 * @throws DomainError invalid_input for a blank one
 */
export function askedReason(reason: string | undefined): string {
  if (!reason?.trim()) throw invalid("reason", "required");
  return reason;
}
