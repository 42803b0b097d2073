import type { ShouldRevalidateFunctionArgs } from "react-router";

/** Also reloads the data after a refusal, because it may have changed. */
export function revalidateWhenRefused({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || actionStatus === 409;
}
