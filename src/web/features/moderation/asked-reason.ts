import { invalid } from "../../../shared/problems/errors.ts";

/**
 * The reason that a page requires for removing or cancelling an item. The API does not require it.
 * @throws DomainError invalid_input if the reason is blank
 */
export function askedReason(reason: string | undefined): string {
  if (!reason?.trim()) throw invalid("reason", "required");
  return reason;
}
