import type { ShouldRevalidateFunctionArgs } from "react-router";

/** Loads the data again after a refusal too, because it has changed since. */
export function revalidateWhenRefused({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || actionStatus === 409;
}
