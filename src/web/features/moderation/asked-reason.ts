import { invalid } from "../../../shared/errors.ts";

/**
 * The reason that a page requires when it removes or cancels an item. The API does not require it.
 * @throws DomainError invalid_input if the reason is blank
 */
export function askedReason(reason: string | undefined): string {
  if (!reason?.trim()) throw invalid("reason", "required");
  return reason;
}
