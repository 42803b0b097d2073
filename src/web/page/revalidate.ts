import type { ShouldRevalidateFunctionArgs } from "react-router";

/** Loads again after a refusal too: what was shown has changed, and is to be looked at as it is now. */
export function revalidateWhenRefused({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || actionStatus === 409;
}
