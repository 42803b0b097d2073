import { invalid } from "../../../shared/errors.ts";

/**
 * The reason that a page asks for when it takes an item from its contributor; a call needs none.
 * @throws DomainError invalid_input for a blank one
 */
export function askedReason(reason: string | undefined): string {
  if (!reason?.trim()) throw invalid("reason", "required");
  return reason;
}
